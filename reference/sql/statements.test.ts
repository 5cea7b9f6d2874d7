import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Cell, Given } from '../testing/sql-fixtures.ts';
import { fillStaff, rowsOf, run } from '../testing/sql-fixtures.ts';

before(fillStaff);

/** A statement and its rows; true is 1, dates are milliseconds. */
type Example = readonly [statement: string, rows: readonly (readonly Cell[])[], given?: Given];

const day = (text: string): number => Date.parse(text);

const examples: Readonly<Record<string, readonly Example[]>> = {
  'lists and conditions': [
    ['SELECT n FROM staff WHERE n IN (1, 2) ORDER BY n', [[1], [2]]],
    ['select n from "staff" where n not in (1,2,3,4)', [[5]]],
    ["SELECT n FROM staff WHERE pay BETWEEN 10 AND 30 AND NOT dept = 'b'", [[1], [3]]],
    ['SELECT n FROM staff WHERE n NOT BETWEEN 2 AND 4 ORDER BY n', [[1], [5]]],
    ['SELECT n FROM staff WHERE pay IS NULL OR hired IS NULL ORDER BY n', [[4], [5]]],
    ['SELECT n FROM staff WHERE ok = false OR NOT (n <> 2) ORDER BY n', [[2], [3]]],
    ["SELECT n FROM staff WHERE name LIKE '%Crane' ORDER BY n", [[2], [5]]],
    ["SELECT n FROM staff WHERE name NOT LIKE '%a%' ORDER BY n", [[3], [4]]],
    ["SELECT n FROM staff WHERE name LIKE '_ob%'", [[2]]],
    ["SELECT n FROM staff WHERE name LIKE 'D*'", []],
    ["SELECT n FROM staff WHERE name RLIKE 'B.*|E.*' ORDER BY n", [[2], [5]]],
    ["SELECT n FROM staff WHERE hired > '2021-06-01' ORDER BY n", [[3], [4]]],
    ['SELECT n FROM staff WHERE n = ? OR dept = ? ORDER BY n', [[1], [4]], { params: [1, 'c'] }],
    ['SELECT n FROM staff ORDER BY n', [[5]], { filter: { range: { n: { gte: 5 } } } }],
    ['SELECT n FROM sta*,-none* -- all\nWHERE n = /* the */ 1;', [[1]]],
  ],
  'order and limit': [
    ['SELECT n FROM staff ORDER BY pay', [[1], [2], [3], [5], [4]]],
    ['SELECT n FROM staff ORDER BY pay DESC', [[4], [5], [3], [2], [1]]],
    ['SELECT n FROM staff ORDER BY pay DESC NULLS LAST LIMIT 2', [[5], [3]]],
    [
      'SELECT dept, -n AS m FROM staff ORDER BY 1 DESC, m LIMIT 3',
      [
        ['c', -4],
        ['b', -5],
        ['b', -2],
      ],
    ],
    ['SELECT n FROM staff LIMIT 0', []],
  ],
  values: [
    ["SELECT 1 + 1 AS two, NULL, TRUE, 'it''s'", [[2, null, 1, "it's"]]],
    ['SELECT 7 / 2, 7 % 4, -7 + 2 * 3, (1 + 2) * 3, 7 / 2.0', [[3, 3, -1, 9, 3.5]]],
    ["SELECT n || '/' || dept FROM staff WHERE n = 1", [['1/a']]],
    ["SELECT CASE WHEN n > 1 THEN 'big' ELSE 'one' END FROM staff WHERE n < 3", [['one'], ['big']]],
    [
      "SELECT CASE dept WHEN 'a' THEN 1 WHEN 'b' THEN 2 END FROM staff WHERE n > 2",
      [[1], [null], [2]],
    ],
    [
      "SELECT CONCAT('a', NULL, 'b'), REPLACE('a.b.c', '.', '$'), LOCATE('c', 'abc')",
      [['ab', 'a$b$c', 3]],
    ],
    ["SELECT CAST('12' AS INTEGER) + 1, '3'::double, CAST(7 AS VARCHAR)", [[13, 3, '7']]],
    ["SELECT COALESCE(NULL, 2), IIF(1 > 2, 'a', 'b'), GREATEST(1, 3, 2)", [[2, 'b', 3]]],
    [
      "SELECT UCASE('a'), SUBSTRING('hello', 2, 3), ROUND(3.5), MOD(7, 3), POWER(2, 3)",
      [['A', 'ell', 4, 1, 8]],
    ],
  ],
  dates: [
    ["SELECT DATE_TRUNC('month', hired) FROM staff WHERE n = 2", [[day('2021-03-01')]]],
    ['SELECT YEAR(hired), MONTH(hired), HOUR(hired) FROM staff WHERE n = 2', [[2021, 3, 10]]],
    [
      "SELECT DATE_DIFF('day', hired, CAST('2020-02-02' AS TIMESTAMP)) FROM staff WHERE n = 1",
      [[2]],
    ],
  ],
  groups: [
    ['SELECT COUNT(*), COUNT(pay), COUNT(DISTINCT dept) FROM staff', [[5, 4, 3]]],
    [
      'SELECT dept, COUNT(*), SUM(n), AVG(pay) FROM staff GROUP BY dept',
      [
        ['a', 2, 4, 20.25],
        ['b', 2, 7, 35],
        ['c', 1, 4, null],
      ],
    ],
    ['SELECT dept d, COUNT(*) c FROM staff GROUP BY d HAVING c > 1 AND MAX(n) < 5', [['a', 2]]],
    [
      'SELECT dept, COUNT(*) FROM staff GROUP BY 1 ORDER BY COUNT(*) DESC, 1 DESC LIMIT 2',
      [
        ['b', 2],
        ['a', 2],
      ],
    ],
    [
      'SELECT UPPER(dept) FROM staff GROUP BY UPPER(dept) ORDER BY MAX(n) DESC',
      [['B'], ['C'], ['A']],
    ],
    [
      'SELECT YEAR(hired) y, COUNT(*) FROM staff GROUP BY y',
      [
        [null, 1],
        [2020, 1],
        [2021, 2],
        [2022, 1],
      ],
    ],
    ['SELECT MAX(n) - MIN(n), SUM(n * 2) / COUNT(*) FROM staff', [[4, 6]]],
    [
      'SELECT tags, COUNT(*) FROM staff WHERE n < 3 GROUP BY tags',
      [
        ['x', 2],
        ['y', 1],
      ],
    ],
    ['SELECT SUM(n), COUNT(*) FROM staff WHERE n > 9', [[null, 0]]],
    ['SELECT dept, COUNT(*) FROM staff WHERE n > 9 GROUP BY dept', []],
    ['SELECT DISTINCT dept FROM staff', [['a'], ['b'], ['c']]],
    [
      'SELECT DISTINCT dept, ok FROM staff WHERE n < 4 ORDER BY dept DESC, 2',
      [
        ['b', null],
        ['a', 0],
        ['a', 1],
      ],
    ],
    ['SELECT DISTINCT COUNT(*) FROM staff GROUP BY dept', [[1], [2]]],
  ],
  'several values': [
    ['SELECT tags FROM staff WHERE n < 3 ORDER BY n', [['x'], ['x']], { lenient: true }],
    ["SELECT n FROM staff WHERE tags = 'x' ORDER BY n", [[1], [2]], { lenient: true }],
    ['SELECT UPPER(tags) FROM staff WHERE n = 1', [['X']], { lenient: true }],
  ],
};

for (const [what, cases] of Object.entries(examples)) {
  describe(`statements: ${what}`, () => {
    for (const [statement, rows, given] of cases) {
      it(statement, async () => assert.deepEqual(rowsOf(await run(statement, given)), rows));
    }
  });
}

it('parses a condition of some thousand parts', async () => {
  const parts = Array.from({ length: 2400 }, (_, at) => `n = ${at + 3}`);
  const statement = `SELECT COUNT(*) FROM staff WHERE ${parts.join(' OR ')}`;
  assert.deepEqual(rowsOf(await run(statement)), [[3]]);
});
