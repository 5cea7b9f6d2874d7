import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileRegex } from './regex.ts';

const refused: readonly (readonly [expression: string, reason: RegExp])[] = [
  ['(?=a)', /invalid or unsupported Perl syntax/],
  ['(a', /missing closing \)/],
  ['a)', /unexpected \)/],
  ['[a', /missing closing \]/],
  ['*', /missing argument to repetition operator/],
  ['(?:a{1000}){1000}', /invalid repeat count/],
  ['(?:abcdefghij){999}'.repeat(5), /too long/],
  ['(?i)' + '[一-龥]'.repeat(600), /too long/],
  [`(?i)[${'一-龥'.repeat(600)}]`, /too long/],
  [String.raw`\p{L}`.repeat(600), /too long/],
  ['.{990}'.repeat(600), /too long/],
  ['('.repeat(2000), /nesting depth|missing closing/],
];

/** Expressions for which a backtracking engine takes exponential time. */
const greedy: readonly string[] = ['(a+)+b', '(a*)*b', '(a|aa)+b', '(.*)(.*)(.*)(.*)(.*)x'];

for (const [expression, reason] of refused) {
  test(`the expression ${expression.slice(0, 30)} is refused`, () => {
    assert.throws(() => compileRegex(expression), { name: 'ServiceError', message: reason });
  });
}

test('the time of a search is proportional to the length of the text', () => {
  const started_ms = performance.now();
  for (const expression of greedy) {
    assert.equal(compileRegex(expression).matcher('a'.repeat(5000)).find(), false);
  }
  assert.ok(performance.now() - started_ms < 20_000);
});
