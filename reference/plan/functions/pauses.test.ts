import assert from 'node:assert/strict';
import { test } from 'node:test';
import { somewhere } from '../../testing/plan-fixtures.ts';
import type { Cells, Scalar } from '../page.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { evaluate } from './evaluate.ts';
import { resolveCall } from './resolve-call.ts';

const rows = 100;
const atOnce = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
/** Others always wait. */
const inTurns: Evaluation = { ...atOnce, isDue: () => true };

const texts: Cells = Array.from({ length: rows }, (_, row) => `${'ab '.repeat(100)}${row}`);
const lists: Cells = [Array.from({ length: 5000 }, (_, nth) => `${(nth * 7) % 5000}`)];
const K: Expression = { kind: 'column', type: 'keyword', place: somewhere, at: 0 };

function constant(value: Scalar): Expression {
  const type = typeof value === 'string' ? 'keyword' : 'integer';
  return { kind: 'constant', type, place: somewhere, values: [value] };
}

function call(name: string, ...operands: readonly Expression[]): Expression {
  return resolveCall({ name, place: somewhere, operands }, atOnce);
}

/** Evaluates a call; returns the values of each row and the number of pauses. */
function run(expression: Expression, cells: Cells, evaluation: Evaluation) {
  const work = evaluate(expression, { rows: cells.length, columns: [cells] }, evaluation);
  let pauses = 0;
  for (;;) {
    const step = work.next();
    if (step.done !== true) {
      pauses++;
      continue;
    }
    return { values: step.value, pauses };
  }
}

const patterns = Array.from({ length: 40 }, (_, nth) => constant(`*b?${nth}?`));
const isEven = call('rlike', K, constant('.*[02468]'));
const nested = Array.from({ length: 50 }).reduce<Expression>((sum) => call('mv_max', sum), K);

/** What is computed, over which column, and the least number of pauses. */
const cases: readonly (readonly [Expression, Cells, number])[] = [
  [call('replace', K, constant('(a|b)+'), constant('x')), texts, rows - 1],
  [call('rlike', K, constant('.*b.[0-9]')), texts, rows - 1],
  [call('like', K, ...patterns), texts, 10],
  [call('concat', K, constant('y'.repeat(2 ** 14))), texts, rows - 1],
  [call('in', K, ...Array.from({ length: 50 }, () => call('reverse', K))), texts, 50],
  [call('split', K, constant(' ')), texts, 1],
  [call('case', isEven, call('reverse', K), call('to_upper', K)), texts, rows],
  [call('coalesce', call('replace', K, constant('a'), constant('x')), K), texts, rows - 1],
  [call('to_upper', K), lists, 20],
  [nested, lists, 50],
];

test('functions pause between rows, values and calls if others wait, and their results are the same', () => {
  for (const [nth, [expression, block, least]] of cases.entries()) {
    const whole = run(expression, block, atOnce);
    const parts = run(expression, block, inTurns);
    assert.equal(whole.pauses, 0);
    assert.deepEqual(parts.values, whole.values);
    assert.ok(parts.pauses >= least, `case ${nth}: ${parts.pauses} pauses`);
  }
});

/** Calls that would take long for one text, and why its result is null. */
const refused: readonly (readonly [string, Expression, string])[] = [
  ['groups', call('replace', K, constant('()'.repeat(8000)), constant('')), 'is too long'],
  [
    'conditions',
    call('replace', K, constant(String.raw`(\b|\B){1000}z?`), constant('')),
    'takes too long on this text',
  ],
  ['like', call('like', K, constant(`*${'?'.repeat(4000)}z*`)), 'takes too long on this text'],
];

test('a text for which an expression takes too long gives null with a warning', () => {
  const values = ['ab '.repeat(2000) + '\u4e00'.repeat(2000)];
  for (const [what, expression, reason] of refused) {
    const notes: string[] = [];
    const evaluation: Evaluation = { ...atOnce, warn: (_, problem) => notes.push(problem.reason) };
    assert.deepEqual(run(expression, values, evaluation).values, [null], what);
    assert.deepEqual(notes, [`the pattern ${reason}`], what);
  }
});

test('the limit is not met by ordinary expressions on long texts', () => {
  const long = ['ab '.repeat(2000)];
  const replaced = call('replace', K, constant(String.raw`(\w+) `), constant('$1-'));
  assert.deepEqual(run(replaced, long, atOnce).values, ['ab-'.repeat(2000)]);
  assert.deepEqual(run(call('like', K, constant('*b?a*b ')), long, atOnce).values, [1]);
});
