import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Work } from '../base/work.ts';
import { lowerSelect } from './lower/lower-select.ts';
import { parseStatement, readStatement } from './parse/parse-statement.ts';

const all = (make: (at: number) => string): string =>
  Array.from({ length: 1000 }, (_, at) => make(at)).join(', ');

/** Statements with a thousand expressions. */
const statements: readonly (readonly [what: string, text: string])[] = [
  ['columns', `SELECT ${all((at) => `n + ${at}`)} FROM i`],
  ['distinct columns', `SELECT DISTINCT ${all((at) => `n + ${at}`)} FROM i`],
  ['aggregates', `SELECT ${all((at) => `sum(n + ${at})`)} FROM i`],
  ['sort keys', `SELECT n FROM i ORDER BY ${all((at) => `n + ${at}`)}`],
];

function stepsOf(work: Work<unknown>): number {
  let steps = 0;
  while (work.next().done !== true) steps++;
  return steps;
}

describe('a long statement is parsed and translated in many steps', () => {
  for (const [what, text] of statements) {
    test(what, () => {
      assert.ok(stepsOf(readStatement(text, [])) > 15);
      const statement = parseStatement(text);
      assert.equal(statement.kind, 'select');
      assert.ok(stepsOf(lowerSelect(statement, { lenient: false, anyValue: false })) > 15);
    });
  }

  test('keys of groups', () => {
    for (const keys of [all((at) => `n + ${at}`), `(${all((at) => `n + ${at}`)})`]) {
      assert.ok(stepsOf(readStatement(`SELECT count(*) FROM i GROUP BY ${keys}`, [])) > 15);
    }
  });
});
