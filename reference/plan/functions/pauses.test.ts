import assert from 'node:assert/strict';
import { test } from 'node:test';
import { somewhere } from '../../testing/plan-fixtures.ts';
import type { Block, Scalar } from '../block.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { evaluate } from './evaluate.ts';
import { valuesAt } from './kernels/lists.ts';
import { resolveCall } from './resolve-call.ts';

const rows = 100;
const atOnce = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
/** Others always wait. */
const inTurns: Evaluation = { ...atOnce, isDue: () => true };

const texts: Block = {
  kind: 'string',
  rows,
  starts: undefined,
  values: Array.from({ length: rows }, (_, row) => `${'ab '.repeat(100)}${row}`),
};
const lists: Block = {
  kind: 'string',
  rows: 1,
  starts: Uint32Array.of(0, 5000),
  values: Array.from({ length: 5000 }, (_, nth) => `${(nth * 7) % 5000}`),
};
const K: Expression = { kind: 'column', type: 'keyword', place: somewhere, at: 0 };

function constant(value: Scalar): Expression {
  const type = typeof value === 'string' ? 'keyword' : 'integer';
  return { kind: 'constant', type, place: somewhere, values: [value] };
}

function call(name: string, ...operands: readonly Expression[]): Expression {
  return resolveCall({ name, place: somewhere, operands }, atOnce);
}

/** Evaluates a call; returns the values of each row and the number of pauses. */
function run(expression: Expression, block: Block, evaluation: Evaluation) {
  const work = evaluate(expression, { rows: block.rows, blocks: [block] }, evaluation);
  let pauses = 0;
  for (;;) {
    const step = work.next();
    if (step.done !== true) {
      pauses++;
      continue;
    }
    const values = Array.from({ length: block.rows }, (_, row) => valuesAt(step.value, row));
    return { values, pauses };
  }
}

const patterns = Array.from({ length: 40 }, (_, nth) => constant(`*b?${nth}?`));
const isEven = call('rlike', K, constant('.*[02468]'));
const nested = Array.from({ length: 50 }).reduce<Expression>((sum) => call('mv_max', sum), K);

/** What is computed, over which column, and the least number of pauses. */
const cases: readonly (readonly [Expression, Block, number])[] = [
  [call('replace', K, constant('(a|b)+'), constant('x')), texts, rows - 1],
  [call('rlike', K, constant('.*b.[0-9]')), texts, rows - 1],
  [call('like', K, ...patterns), texts, 10],
  [call('concat', K, constant('y'.repeat(2 ** 14))), texts, rows - 1],
  [call('in', K, ...Array.from({ length: 50 }, () => call('reverse', K))), texts, 50],
  [call('split', K, constant(' ')), texts, 1],
  [call('case', isEven, call('reverse', K), call('to_upper', K)), texts, rows],
  [call('coalesce', call('replace', K, constant('a'), constant('x')), K), texts, rows - 1],
  [call('to_version', K), lists, 20],
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
