import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finishWork } from '../../base/work.ts';
import type { Scalar } from '../block.ts';
import { BlockBuilder } from '../blocks/block-builder.ts';
import type { ColumnType } from '../column-type.ts';
import { columnTypes } from '../column-type.ts';
import type { Expression } from '../expression.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { ExampleValue } from '../functions/definition.ts';
import { startEvaluation } from '../start-evaluation.ts';
import { cellOf, column, constant, somewhere } from '../../testing/plan-fixtures.ts';
import { aggregateDefinitions } from './aggregate-definitions.ts';
import { resolveAggregate } from './resolve-aggregate.ts';

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

function scalars(value: ExampleValue): readonly Scalar[] {
  if (value === null) return [];
  if (typeof value === 'object') return value.flatMap((inner) => scalars(inner));
  return [typeof value === 'boolean' ? Number(value) : value];
}

/** Runs a call over a column; `rows` has the list of values of each row. */
function run(call: string, rows: readonly (readonly Scalar[])[], notes = evaluation()) {
  const { name, operands } = readCall(call);
  const resolved = resolveAggregate({ name, place: somewhere, operands, where: undefined });
  const builder = new BlockBuilder(operands[0]?.type ?? 'long');
  for (const row of rows) builder.addAll(row);
  const page = { rows: rows.length, blocks: [builder.finish()] };
  const state = resolved.create(notes);
  state.add({
    count: rows.length,
    rows: undefined,
    groups: new Uint32Array(rows.length),
    groupCount: 1,
    operands: operands.map((operand) => finishWork(evaluate(operand, page, notes))),
  });
  return cellOf(state.finish(0, 1), 0);
}

test('the examples of the aggregates have the results that they state', () => {
  for (const { name, examples } of aggregateDefinitions) {
    assert.ok(examples.length > 0, name);
    for (const { call, of, gives } of examples) {
      const found = run(call, of.map(scalars));
      const [wanted, ...more] = scalars(gives);
      const isClose = typeof found === 'number' && Math.abs(found - Number(wanted)) < 1e-9;
      if (!isClose) {
        assert.deepEqual(found, more.length > 0 ? [wanted, ...more] : (wanted ?? null), call);
      }
    }
  }
});

test('sums of whole numbers are exact, and null with a warning if they overflow', () => {
  const big = 2 ** 53 - 1;
  const notes = evaluation();
  assert.equal(run('sum(long)', [[big], [big], [1]]), 2n ** 54n - 1n);
  assert.equal(run('sum(long)', [[2n ** 62n], [-5], [-(2n ** 62n)]]), -5);
  assert.equal(run('sum(long)', [[2n ** 62n], [2n ** 62n]], notes), null);
  assert.deepEqual(notes.warnings().slice(-1), [
    'Line 1:1: java.lang.ArithmeticException: long overflow',
  ]);
  assert.equal(run('max(long)', [[5], [2n ** 60n]]), 2n ** 60n);
  assert.equal(run('min(date_nanos)', [[7n], [5n]]), 5);
});

test('estimates over many values are close to the exact results', () => {
  const many = Array.from({ length: 200_000 }, (_, at) => [((at * 7919) % 200_000) / 2]);
  const near = (call: string, wanted: number, share: number): void => {
    const found = Number(run(call, many));
    assert.ok(Math.abs(found - wanted) <= wanted * share, `${call} gave ${found}`);
  };
  near('count_distinct(double)', 200_000, 0.03);
  near('median(double)', 50_000, 0.01);
  near('percentile(double, 99)', 99_000, 0.005);
  near('median_absolute_deviation(double)', 25_000, 0.02);
  const words = Array.from({ length: 60_000 }, (_, at) => [`word ${at % 30_000}`]);
  const distinct = Number(run('count_distinct(keyword)', words));
  assert.ok(Math.abs(distinct - 30_000) < 900, `found ${distinct}`);
});

const refused: readonly (readonly [call: string, types: readonly ColumnType[], reason: RegExp])[] =
  [
    [
      'sum',
      ['keyword'],
      /^argument of \[x\] must be \[numeric\], found value \[x\] type \[keyword\]$/,
    ],
    ['percentile', ['long', 'long'], /^second argument of \[x\] must be a constant/],
    ['max', [], /expects exactly one argument$/],
    ['nothing', ['long'], /^Unknown function \[nothing\]$/],
  ];

test('operands of a wrong type are refused', () => {
  for (const [name, types, message] of refused) {
    const operands = types.map((type, at) => column(at, type));
    assert.throws(
      () => resolveAggregate({ name, place: somewhere, operands, where: undefined }),
      { name: 'QueryProblem', message },
      name,
    );
  }
});
