import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell, Cells } from '../cells.ts';
import { valuesOf } from '../cells.ts';
import type { ColumnType } from '../column-type.ts';
import { columnTypes } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { column, constant, somewhere } from '../../testing/plan-fixtures.ts';
import { aggregateDefinitions, resolveAggregate } from './aggregate-definitions.ts';

const evaluation = () => startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });

/** Parses `name(type, constant …)`. */
function readCall(call: string): {
  readonly name: string;
  readonly operands: readonly Expression[];
} {
  const [, name = '', inner = ''] = /^(\w+)\((.*)\)$/.exec(call) ?? [];
  const parts = inner === '*' || inner === '' ? [] : inner.split(', ');
  return {
    name,
    operands: parts.map((part) => {
      const type = columnTypes.find((known) => known === part);
      if (type !== undefined) return column(0, type);
      const value: unknown = JSON.parse(part);
      return typeof value === 'string'
        ? constant('keyword', value)
        : constant('double', Number(value));
    }),
  };
}

/** Runs a call over a column. */
function run(call: string, cells: Cells, notes = evaluation()): Cell {
  const { name, operands } = readCall(call);
  const resolved = resolveAggregate({ name, place: somewhere, operands }, notes);
  const state = resolved.create({ evaluation: notes, reserve: () => undefined });
  for (const cell of resolved.operand === undefined ? cells.map(() => 1) : cells) {
    valuesOf(cell).forEach(state.add);
  }
  return state.result();
}

/** Calls over columns named after their types (`long`, `keyword` …), the cells of the column, and the result. */
const examples: readonly (readonly [call: string, of: Cells, gives: Cell])[] = [
  ['count(*)', [1, null, [2, 3]], 3],
  ['count(long)', [1, null, [2, 3]], 3],
  ['count(long)', [null], 0],
  ['count_distinct(keyword)', ['a', 'b', ['a', 'c'], null], 3],
  ['count_distinct(double, 1000)', [1.5, 1.5], 1],
  ['sum(long)', [1, [2, 3], null], 6],
  ['sum(double)', [0.1, 0.2, 0.3], 0.6],
  ['sum(long)', [null], null],
  ['avg(integer)', [1, [2, 4], null], 7 / 3],
  ['median(long)', [3, 1, 2], 2],
  ['median(long)', [1, 2, 3, 10], 2.5],
  ['percentile(double, 25)', [1, 2, 3, 4, 5], 2],
  ['percentile(double, 100)', [1, 2, 3], 3],
  ['std_dev(long)', [2, 4, 4, 4, 5, 5, 7, 9], 2],
  ['min(long)', [3, [1, 2], null], 1],
  ['min(keyword)', ['b', 'a'], 'a'],
  ['max(double)', [1.5, [0.5, 2.5]], 2.5],
  ['max(boolean)', [0, 1], 1],
  ['max(long)', [null], null],
  ['values(keyword)', ['b', ['a', 'b'], null], ['b', 'a']],
  ['top(long, 2, "desc")', [3, 1, 2, 3], [3, 3]],
  ['top(keyword, 2)', ['b', 'c', 'a'], ['a', 'b']],
];

test('aggregates have the expected results', () => {
  for (const { name } of aggregateDefinitions) {
    assert.ok(
      examples.some(([call]) => call.startsWith(`${name}(`)),
      name,
    );
  }
  for (const [call, of, gives] of examples) {
    const found = run(call, of);
    const isClose = typeof found === 'number' && Math.abs(found - Number(gives)) < 1e-9;
    if (!isClose) assert.deepEqual(found, gives, call);
  }
});

test('sums of whole numbers are exact, and null with a warning if they overflow', () => {
  const big = 2 ** 53 - 1;
  const notes = evaluation();
  assert.equal(run('sum(long)', [big, big, 1]), 2n ** 54n - 1n);
  assert.equal(run('sum(long)', [2n ** 62n, -5, -(2n ** 62n)]), -5);
  assert.equal(run('sum(long)', [2n ** 62n, 2n ** 62n], notes), null);
  assert.deepEqual(notes.warnings().slice(-1), [
    'Line 1:1: java.lang.ArithmeticException: long overflow',
  ]);
  assert.equal(run('max(long)', [5, 2n ** 60n]), 2n ** 60n);
  assert.equal(run('min(date_nanos)', [7n, 5n]), 5n);
});

test('distributions and distinct values of many rows are exact', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => ((at * 7919) % 200_000) / 2);
  assert.equal(run('count_distinct(double)', many), 200_000);
  assert.equal(run('median(double)', many), 49_999.75);
  assert.equal(run('percentile(double, 99)', many), 98_999.505);
});

const refused: readonly (readonly [call: string, types: readonly ColumnType[], reason: RegExp])[] =
  [
    [
      'sum',
      ['keyword'],
      /^argument of \[x\] must be \[numeric\], found value \[x\] type \[keyword\]$/,
    ],
    ['percentile', ['long', 'long'], /^second argument of \[x\] must be a constant/],
    ['max', [], /expects \[1\] arguments, found \[0\]$/],
  ];

test('operands of a wrong type are refused', () => {
  for (const [name, types, message] of refused) {
    const operands = types.map((type, at) => column(at, type));
    assert.throws(
      () => resolveAggregate({ name, place: somewhere, operands }, evaluation()),
      { name: 'QueryProblem', message },
      name,
    );
  }
});
