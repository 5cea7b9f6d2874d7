import { systemEnvironment } from '../base/environment.ts';
import type { Query } from '../search/query/weight.ts';
import { shardsOf, testIndex } from '../testing/search-index.ts';
import type { Index } from '../store/index-service.ts';
import { resolveAggregate } from '../plan/aggregates/resolve-aggregate.ts';
import type { AggregateCall } from '../plan/aggregate.ts';
import type { Cell, Scalar } from '../plan/page.ts';
import type { ColumnType, ValueType } from '../plan/column-type.ts';
import { columnTypes } from '../plan/column-type.ts';
import type {
  CallExpression,
  ColumnExpression,
  ConstantExpression,
  Expression,
} from '../plan/expression.ts';
import type { AggregateNode, OutputColumn, PlanNode, SourceNode } from '../plan/plan.ts';
import type { OpenSource } from '../plan/source/open-source.ts';
import { openSource } from '../plan/source/open-source.ts';
import { applyRows } from '../plan/functions/apply.ts';
import { callOf } from '../plan/functions/call.ts';
import { startEvaluation } from '../plan/start-evaluation.ts';
import type { QueryResult } from '../plan/table.ts';
import type { QueryTask, TaskRequest } from '../plan/task.ts';
import { startTask } from '../plan/task.ts';

/** A source location for tests that do not check it. */
export const somewhere = { line: 1, column: 1, text: 'x' };

/** A value in a test: a list for a multi-value, null for no value. */
export type TestValue = Cell;

/** Returns the expression for a column. */
export function column(at: number, type: ColumnType): ColumnExpression {
  return { kind: 'column', at, type, place: somewhere };
}

/** Returns a constant; several values make a multi-value, none make null. */
export function constant(type: ColumnType, ...values: readonly Scalar[]): ConstantExpression {
  return { kind: 'constant', type, values, place: somewhere };
}

/** Returns a condition on one column, which is null if the column does not have exactly one value. */
export function when(at: number, holds: (value: Scalar) => boolean): CallExpression {
  const site = { name: 'when', place: somewhere, operands: [column(at, 'long')] };
  const apply = applyRows((value: Scalar) => holds(value));
  return callOf(site, { ...site, type: 'boolean', apply });
}

/** Returns a source with these fields, in order; names that start with `_` are metadata. */
export function sourceNode(fields: Readonly<Record<string, ColumnType>>): SourceNode {
  const output = Object.entries(fields).map(([name, type]): OutputColumn => ({ name, type }));
  const loads = output.map(({ name, type }) => {
    return name === '_index' || name === '_id' || name === '_source' || name === '_version'
      ? ({ kind: 'metadata', name } as const)
      : ({ kind: 'field', field: name, type } as const);
  });
  return { kind: 'source', output, loads };
}

/** Returns a call of an aggregate function; `count(*)` has no operands. */
export function aggregate(
  name: string,
  operands: readonly Expression[] = [],
  where?: Expression,
): AggregateCall {
  return resolveAggregate({ name, place: somewhere, operands, where });
}

/** Returns a node that aggregates its input. */
export function aggregateNode(
  input: PlanNode,
  aggregates: readonly AggregateCall[],
  keys: readonly ColumnExpression[] = [],
): AggregateNode {
  const figures = aggregates.map(({ type }, at) => ({ name: `c${at}`, type }));
  const groups = keys.map(({ type, at }) => ({ name: `k${at}`, type: typeAt(type) }));
  return { kind: 'aggregate', input, aggregates, keys, output: [...figures, ...groups] };
}

function typeAt(type: ValueType): ColumnType {
  return columnTypes.find((known) => known === type) ?? 'null';
}

/** Opens the present state of indices. */
export function openIndices(indices: readonly Index[], filter?: Query): Promise<OpenSource> {
  return openSource({ shards: shardsOf(...indices), filter, environment: systemEnvironment() });
}

/** Starts a plan. */
export function startPlan(
  root: PlanNode,
  source: OpenSource | undefined,
  options: Partial<Pick<TaskRequest, 'environment'>> = {},
): QueryTask {
  return startTask({
    plan: { root, warnings: [] },
    source,
    evaluation: startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' }),
    environment: systemEnvironment(),
    ...options,
  });
}

/** Returns the rows of a result. */
export function rowsOf({ table }: QueryResult): readonly (readonly TestValue[])[] {
  return table.pages.flatMap(({ rows, columns }) =>
    Array.from({ length: rows }, (_, row) => columns.map((cells) => cells[row] ?? null)),
  );
}

/** Runs a plan to its end; returns its rows. */
export async function rowsOfPlan(
  root: PlanNode,
  source: OpenSource | undefined,
): Promise<readonly (readonly TestValue[])[]> {
  return rowsOf(await startPlan(root, source).result);
}

/** The mapped fields of `books`. */
export const bookProperties = { n: { type: 'long' }, k: { type: 'keyword' } };
/** Two segments with multi-values, nulls, an alias, a deleted document and fields without columns. */
export const books = testIndex({
  name: 'books',
  properties: {
    ...bookProperties,
    t: { type: 'text', fields: { raw: { type: 'keyword' } } },
    plain: { type: 'integer', doc_values: false },
    o: { properties: { at: { type: 'date' } } },
    also: { type: 'alias', path: 'k' },
    hidden: { type: 'nested', properties: { x: { type: 'long' } } },
    span: { type: 'long_range' },
  },
  runs: [
    [
      ['1', { n: 1, k: 'a', t: 'One text', plain: 7, o: { at: 1000 } }],
      ['2', { n: [5, 3], k: ['b', 'a'], t: ['x', 'y'] }],
    ],
    [
      ['3', { k: 'b', n: null }],
      ['4', { n: 4, k: '\ud83d\ude00', plain: '8' }],
      ['5', { n: 2, k: '\uffee' }],
      ['6', { n: 9, k: 'gone' }],
    ],
  ],
  deletes: ['6'],
});
/** An index in which `n` has another type. */
export const others = testIndex({
  name: 'others',
  properties: { n: { type: 'keyword' }, own: { type: 'ip' }, plain: { type: 'short' } },
  runs: [[['9', { n: 'text', own: '10.0.0.1', plain: 1 }]]],
});

/** Returns a plan that expands `columns` columns of `size` values each: it has more rows than can be generated. */
export function endless(columns: number, size = 1000): PlanNode {
  const values = Array.from({ length: size }, (_, at) => at);
  const output = Array.from({ length: columns }, (_, at) => ({
    name: `c${at}`,
    type: 'long' as const,
  }));
  let node: PlanNode = {
    kind: 'row',
    values: output.map(() => constant('long', ...values)),
    output,
  };
  for (let at = 0; at < columns; at++) node = { kind: 'expand', input: node, at, output };
  return node;
}
