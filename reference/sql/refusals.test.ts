import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ServiceError } from '../base/service-error.ts';
import { fillStaff, run } from '../testing/sql-fixtures.ts';

before(fillStaff);

describe('invalid statements', () => {
  const refused: readonly (readonly [statement: string, type: string, reason: RegExp])[] = [
    ['SELECT FROM staff', 'parsing_exception', /^line 1:8: mismatched input 'FROM'/],
    ['SELECT n FRM staff x', 'parsing_exception', /^line 1:14: mismatched input 'staff'/],
    [
      'SELECT n\nFROM staff\nWHERE (n = 1',
      'parsing_exception',
      /^line 3:13: .* '<EOF>' expecting '\)'/,
    ],
    ["SELECT 'open", 'parsing_exception', /^line 1:8: token recognition error at: ''open'/],
    [
      'SELECT n FROM staff WHERE n = ?',
      'parsing_exception',
      /^line 1:31: Not enough actual parameters/,
    ],
    ['SELECT CAST(1 AS colour)', 'parsing_exception', /Does not recognize type \[colour\]/],
    ['SELECT n FROM staff JOIN staff', 'parsing_exception', /'JOIN' expecting the end/],
    ['SELECT n FROM (SELECT n FROM staff)', 'parsing_exception', /expecting the name of an index/],
    ['SELECT n FROM staff LIMIT 2 OFFSET 1', 'parsing_exception', /'OFFSET' expecting the end/],
    ['SHOW TABLES', 'parsing_exception', /'SHOW' expecting 'select'/],
    [
      `SELECT ${'('.repeat(600)}1${')'.repeat(600)}`,
      'parsing_exception',
      /exceeded the maximum expression depth allowed \(500\)/,
    ],
    [
      `SELECT ${'- '.repeat(600)}n${' + n'.repeat(600)} FROM staff`,
      'parsing_exception',
      /exceeded the maximum expression depth allowed \(500\)/,
    ],
    ['SELECT nope FROM staff', 'verification_exception', /line 1:8: Unknown column \[nope\]/],
    ['SELECT n FROM nothere', 'verification_exception', /line 1:15: Unknown index \[nothere\]/],
    [
      'SELECT LENGHT(name) FROM staff',
      'verification_exception',
      /Unknown function \[LENGHT\], did you mean any of \[.*length/,
    ],
    ['SELECT LENGTH(name, 1) FROM staff', 'verification_exception', /expects \[1\] arguments/],
    [
      'SELECT dept, n FROM staff GROUP BY dept',
      'verification_exception',
      /line 1:14: Cannot use non-grouped column \[n\], expected \[dept\]/,
    ],
    ['SELECT n FROM staff WHERE COUNT(*) > 1', 'verification_exception', /use HAVING instead/],
    ['SELECT n FROM staff GROUP BY 2', 'verification_exception', /Ordinal \[2\] out of bounds/],
    [
      'SELECT DISTINCT dept FROM staff ORDER BY n',
      'verification_exception',
      /not in the list of SELECT DISTINCT/,
    ],
    ['SELECT * FROM staff GROUP BY n', 'verification_exception', /Cannot use \[\*\]/],
    ['SELECT *', 'verification_exception', /Cannot determine columns for \[\*\]/],
    [
      "SELECT n FROM staff WHERE UPPER(tags) = 'X'",
      'illegal_argument_exception',
      /returned by \[UPPER\(tags\) = 'X'\]/,
    ],
    ['SELECT tags FROM staff', 'illegal_argument_exception', /returned by \[tags\]/],
    [
      'SELECT UPPER(tags) FROM staff',
      'illegal_argument_exception',
      /returned by \[UPPER\(tags\)\]/,
    ],
  ];
  for (const [statement, type, reason] of refused) {
    it(statement.slice(0, 60), async () => {
      await assert.rejects(run(statement), (error) => {
        assert.ok(error instanceof ServiceError, String(error));
        assert.equal(error.type, type);
        assert.match(error.reason, reason);
        return true;
      });
    });
  }

  it('a statement that takes longer than it may', async () => {
    await assert.rejects(run('SELECT n FROM staff', { most_ms: 0 }), { type: 'timeout_exception' });
  });
});
