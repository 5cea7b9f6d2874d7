import { systemEnvironment } from '../base/environment.ts';
import type { Query } from '../search/query/weight.ts';
import { shardsOf, testIndex } from '../testing/search-index.ts';
import type { Index } from '../store/index-service.ts';
import { resolveAggregate } from '../plan/aggregates/aggregate-definitions.ts';
import type { AggregateCall } from '../plan/aggregates/definition.ts';
import type { Cells, Scalar } from '../plan/cells.ts';
import type { ColumnType } from '../plan/column-type.ts';
import type {
  CallExpression,
  ColumnExpression,
  ConstantExpression,
  Expression,
} from '../plan/expression.ts';
import { callOf, ofValues } from '../plan/functions/call.ts';
import type { PlanStep } from '../plan/plan.ts';
import type { OpenSource } from '../plan/source/open-source.ts';
import { openSource } from '../plan/source/open-source.ts';
import { startEvaluation } from '../plan/start-evaluation.ts';
import type { QueryTask, TaskRequest } from '../plan/task.ts';
import { startTask } from '../plan/task.ts';

/** A source location for tests that do not check it. */
export const somewhere = { line: 1, column: 1, text: 'x' };

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
  return callOf(site, { ...site, type: 'boolean', body: ofValues(holds) });
}

/** Returns a source with these fields in slots from 0 on; names that start with `_` are metadata. */
export function source(fields: Readonly<Record<string, ColumnType>>): PlanStep {
  const loads = Object.entries(fields).map(([name, type]) => {
    return name === '_index' || name === '_id' || name === '_source' || name === '_version'
      ? ({ kind: 'metadata', name } as const)
      : ({ kind: 'field', field: name, type } as const);
  });
  return { kind: 'source', loads };
}

/** Returns a call of an aggregate function; `count(*)` has no operands. */
export function aggregate(
  name: string,
  operands: readonly Expression[] = [],
  where?: Expression,
): AggregateCall {
  const evaluation = startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' });
  return { ...resolveAggregate({ name, place: somewhere, operands }, evaluation), where };
}

/** Returns a step whose aggregates are in slots from 100 on, and whose keys are in those that they have before. */
export function aggregateStep(
  calls: readonly AggregateCall[],
  keys: readonly number[] = [],
): PlanStep {
  return {
    kind: 'aggregate',
    aggregates: calls.map((call, nth) => ({ at: 100 + nth, call })),
    keys: keys.map((at) => ({ from: at, at })),
  };
}

/** Opens the present state of indices. */
export function openIndices(indices: readonly Index[], filter?: Query): Promise<OpenSource> {
  return openSource({ shards: shardsOf(...indices), filter, environment: systemEnvironment() });
}

/** Steps, and the slots that are shown. */
export interface TestPlan {
  readonly steps: readonly PlanStep[];
  readonly shown: readonly number[];
}

/** Starts a plan. */
export function startPlan(
  { steps, shown }: TestPlan,
  source: OpenSource | undefined,
  options: Partial<Pick<TaskRequest, 'environment'>> = {},
): QueryTask {
  const columns = shown.map((at) => ({ name: `c${at}`, type: 'long' as const, at }));
  return startTask({
    plan: { steps, shown: columns, warnings: [] },
    source,
    evaluation: startEvaluation({ now_ms: 0, zone: 'UTC', locale: 'en-US' }),
    environment: systemEnvironment(),
    ...options,
  });
}

/** Runs a plan to its end; returns its rows. */
export async function rowsOfPlan(
  plan: TestPlan,
  source: OpenSource | undefined,
): Promise<readonly Cells[]> {
  return (await startPlan(plan, source).result).table.rows;
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

/** Returns steps that expand `columns` slots of `size` values each: they have more rows than can be generated. */
export function endless(columns: number, size = 1000): readonly PlanStep[] {
  const value = constant('long', ...Array.from({ length: size }, (_, at) => at));
  const slots = Array.from({ length: columns }, (_, at) => at);
  return [
    { kind: 'row' },
    { kind: 'extend', values: slots.map((at) => ({ at, value })) },
    ...slots.map((at) => ({ kind: 'expand', from: at, at }) as const),
  ];
}
