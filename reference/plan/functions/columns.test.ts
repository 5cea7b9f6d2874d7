import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cells, Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { evaluate } from '../expression.ts';
import { finishWork } from '../../base/work.ts';
import { Row } from '../row.ts';
import { resolveCall } from './resolve-call.ts';

const place = { line: 1, column: 1, text: 'x' };

const integers: Cells = [1, null, [3, 4], 5];
const plain: Cells = [2, 0, 2, 2_147_483_647];
const longs: Cells = [1, 2n ** 53n + 1n, 2n ** 63n - 1n, -5];
const booleans: Cells = [1, null, [1, 0], 0];
const words: Cells = ['b', null, ['a', 'b'], 'ß'];
const dates: Cells = [0, 86_400_000, 1e12, -1];

const rows = [0, 1, 2, 3].map((row) =>
  [integers, plain, longs, booleans, words, dates].map((column) => column[row] ?? null),
);
const types: readonly ValueType[] = ['integer', 'integer', 'long', 'boolean', 'keyword', 'date'];
const [I, P, L, B, K, D] = types.map((type, at): Expression => ({
  kind: 'column',
  type,
  place,
  at,
}));

function constant(type: ValueType, ...values: readonly Scalar[]): Expression {
  return { kind: 'constant', type, place, values };
}

function run(name: string, operands: readonly (Expression | undefined)[]) {
  const warnings: string[] = [];
  const evaluation: Evaluation = {
    now_ms: 0,
    zone: 'UTC',
    locale: 'en-US',
    warn: (_, { reason }) => warnings.push(reason),
    isDue: () => true,
  };
  const given = operands.filter((operand) => operand !== undefined);
  const call = finishWork(resolveCall({ name, place, operands: given }, evaluation));
  const shown = rows.map((row) => finishWork(evaluate(call, new Row([...row]), evaluation)));
  return { shown, warnings: [...new Set(warnings)] };
}

/** The longest expression that `replace` takes. */
const longest = `[${'b'.repeat(32_766)}]`;
const several = 'single-value function encountered multi-value';
const cases: readonly (readonly [
  name: string,
  operands: readonly (Expression | undefined)[],
  expected: readonly unknown[],
  ...warnings: string[],
])[] = [
  ['+', [I, P], [3, null, null, null], several, 'integer overflow'],
  ['/', [I, P], [0, null, null, 0], several],
  ['/', [P, P], [1, null, 1, 1], '/ by zero'],
  ['+', [L, P], [3, 9_007_199_254_740_993n, null, 2_147_483_642], 'long overflow'],
  ['*', [L, constant('double', 0.5)], [0.5, 4_503_599_627_370_496, 2 ** 62, -2.5]],
  ['neg', [I], [-1, null, null, -5], several],
  ['>', [L, constant('long', 9_007_199_254_740_992)], [0, 1, 1, 0]],
  ['<=', [constant('integer', 2), P], [1, 0, 1, 1]],
  ['<', [I, P], [1, null, null, 1], several],
  ['==', [K, constant('keyword', 'b')], [1, null, null, 0], several],
  ['!=', [K, constant('keyword', 'nowhere')], [1, null, null, 1], several],
  ['>', [K, constant('keyword', 'a')], [1, null, null, 1], several],
  ['==', [K, K], [1, null, null, 1], several],
  ['>=', [D, constant('keyword', '1970-01-02')], [0, 1, 1, 0]],
  ['and', [B, constant('null')], [null, null, null, 0], several],
  ['or', [B, constant('null')], [1, null, null, null], several],
  ['not', [B], [0, null, null, 1], several],
  ['is_null', [I], [0, 1, 0, 0]],
  ['in', [I, constant('integer', 5), constant('integer', 7)], [0, null, null, 1], several],
  ['in', [I, P, constant('integer', 1)], [1, null, null, 0], several],
  ['in', [L, constant('long', -5), constant('long', 2n ** 63n - 1n)], [0, 0, 1, 1]],
  ['like', [K, constant('keyword', '?')], [1, null, null, 1], several],
  ['to_upper', [K], ['B', null, ['A', 'B'], 'SS']],
  [
    'replace',
    [K, constant('keyword', longest), constant('keyword', '')],
    ['', null, null, 'ß'],
    several,
  ],
  [
    'replace',
    [K, constant('keyword', `${longest}b`), constant('keyword', '')],
    [null, null, null, null],
    'the pattern is too long',
    several,
  ],
  ['length', [K], [1, null, null, 1], several],
  ['concat', [K, constant('keyword', '-'), K], ['b-b', null, null, 'ß-ß'], several],
  ['sqrt', [P], [Math.SQRT2, 0, Math.SQRT2, Math.sqrt(2_147_483_647)]],
  ['abs', [L], [1, 9_007_199_254_740_993n, 2n ** 63n - 1n, 5]],
  ['mv_sum', [I], [1, null, 7, 5]],
  ['mv_max', [P], [2, 0, 2, 2_147_483_647]],
  ['mv_count', [K], [1, null, 2, 1]],
  ['to_string', [L], ['1', '9007199254740993', '9223372036854775807', '-5']],
  [
    'to_integer',
    [L],
    [1, null, null, -5],
    '[9007199254740993] out of [integer] range',
    '[9223372036854775807] out of [integer] range',
  ],
  ['coalesce', [I, P], [1, 0, [3, 4], 5]],
  ['coalesce', [I, L], [1, 9_007_199_254_740_993n, [3, 4], 5]],
  ['case', [B, P, I], [2, null, [3, 4], 5], several],
  ['greatest', [I, P], [2, null, 4, 2_147_483_647]],
];

test('functions of columns: nulls, multi-values, large numbers', () => {
  for (const [name, operands, expected, ...warnings] of cases) {
    const result = run(name, operands);
    const label = `${name}(${operands.map((operand) => operand?.kind).join()})`;
    assert.deepEqual(result.shown, expected, label);
    assert.deepEqual(result.warnings.toSorted(), warnings.toSorted(), label);
  }
});

test('`case` evaluates only the branches that it chooses', () => {
  const zero = constant('integer', 0);
  const warnings: string[] = [];
  const evaluation: Evaluation = {
    now_ms: 0,
    zone: 'UTC',
    locale: 'en-US',
    warn: (_, { reason }) => warnings.push(reason),
    isDue: () => true,
  };
  const call = (name: string, ...operands: readonly (Expression | undefined)[]): Expression =>
    finishWork(
      resolveCall(
        { name, place, operands: operands.filter((operand) => operand !== undefined) },
        evaluation,
      ),
    );
  const guarded = call('case', call('!=', P, zero), call('/', constant('integer', 4), P), zero);
  const chosen = rows.map((row) => finishWork(evaluate(guarded, new Row([...row]), evaluation)));
  assert.deepEqual(chosen, [2, 0, 2, 0]);
  assert.deepEqual(warnings, []);
});
