import { systemEnvironment } from '../base/environment.ts';
import type { Query } from '../search/query/query.ts';
import { shardsOf, testIndex } from '../testing/search-index.ts';
import type { Index } from '../store/index-service.ts';
import { resolveAggregate } from '../plan/aggregates/resolve-aggregate.ts';
import type { AggregateCall } from '../plan/aggregate.ts';
import type { Block, Scalar } from '../plan/block.ts';
import { countAt, valueAt } from '../plan/block.ts';
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
import { startEvaluation } from '../plan/start-evaluation.ts';
import type { QueryResult } from '../plan/table.ts';
import type { QueryTask, TaskRequest } from '../plan/task.ts';
import { startTask } from '../plan/task.ts';

/** A source location for tests that do not check it. */
export const somewhere = { line: 1, column: 1, text: 'x' };

/** A value in a test: a list for a multi-value, null for no value. */
export type TestValue = Scalar | null | readonly Scalar[];

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
  const apply = ([operand]: readonly Block[], { rows }: { readonly rows: number }): Block => {
    const starts = new Uint32Array(rows + 1);
    const values: number[] = [];
    for (let row = 0; row < rows; row++) {
      if (operand !== undefined && countAt(operand, row) === 1) {
        values.push(holds(valueAt(operand, row)) ? 1 : 0);
      }
      starts[row + 1] = values.length;
    }
    return { kind: 'numeric', rows, starts, values: Float64Array.from(values) };
  };
  const operands = [column(at, 'long')];
  return { kind: 'call', name: 'when', type: 'boolean', place: somewhere, operands, apply };
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
  options: Partial<Pick<TaskRequest, 'approximation' | 'environment'>> = {},
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
  return table.pages.flatMap(({ rows, blocks }) =>
    Array.from({ length: rows }, (_, row) => blocks.map((block) => cellOf(block, row))),
  );
}

/** Returns the value of a row in the form of tests. */
export function cellOf(block: Block, row: number): TestValue {
  const values = Array.from({ length: countAt(block, row) }, (_, nth) => valueAt(block, row, nth));
  return values.length === 1 ? (values[0] ?? null) : values.length === 0 ? null : values;
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
