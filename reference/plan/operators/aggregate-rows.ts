import { madeOnce } from '../../base/lazily.ts';
import type { Work } from '../../base/work.ts';
import { at } from '../../base/assert.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Accumulator } from '../../search/aggregations/accumulators.ts';
import type { AggregateCall } from '../aggregates/definition.ts';
import type { Cells, Scalar } from '../cells.ts';
import { isList, valuesOf } from '../cells.ts';
import { evaluate } from '../expression.ts';
import { distinctValues, mapKey } from '../../base/map-key.ts';
import type { AggregateStep, PlanStep } from '../plan.ts';
import { Row } from '../row.ts';
import type { Rows, Run } from './run.ts';
import { isPauseAt, takes } from './run.ts';

/** Maximum number of groups of one aggregation. */
const maxGroups = 2_000_000;

/** Maximum number of groups that one row with several multi-values may belong to. */
const maxGroupsOfRow = 100_000;

/** Estimated memory of a group, and of the state of an aggregate, without their values. */
const group_bytes = 64;
const state_bytes = 128;

/** The key of a group: a value for each key of the aggregation. */
type Key = readonly (Scalar | null)[];

/** The run of a step. */
export interface Around {
  readonly run: Run;
  /** The steps before. */
  readonly before: readonly PlanStep[];
}

interface Group {
  readonly key: Key;
  readonly states: readonly Accumulator[];
}

/**
 * Groups rows and aggregates each group; null counts as a value of a key, and a row with several values belongs to one
 * group for each. Without keys there is one group, even without rows. The groups are in the order in which they appear.
 *
 * Clauses: query.stats, query.documents-found-plain-count.
 */
export function* aggregateRows(step: AggregateStep, input: Rows, around: Around): Rows {
  const counted = plainCount(step, around);
  if (counted !== undefined) {
    yield counted;
    return;
  }
  const { run } = around;
  const aggregates = step.aggregates.filter(({ at }) => run.used.has(at));
  const calls = aggregates.map(({ call }) => call);
  const groups = new Map<Scalar | null, Group>();
  const groupOf = (key: Key): Group => {
    const text = mapKey(key.length === 1 ? at(key, 0) : key.map(textOf).join(','));
    const group = madeOnce(groups, text, () => newGroup(key, calls, run));
    if (groups.size > maxGroups) throw tooManyGroups('a query', maxGroups);
    return group;
  };
  if (step.keys.length === 0) groupOf([]);
  let rows = 0;
  for (const row of input) {
    if (row === undefined || isPauseAt(rows++)) yield;
    if (!takes(row, run)) continue;
    const own: Group[] = [];
    for (const key of keysOfRow(step.keys.map(({ from }) => row.get(from)))) {
      own.push(groupOf(key));
      if (isPauseAt(own.length)) yield;
    }
    yield* addRow(row, calls, { own, run });
  }
  const slots = aggregates.map((aggregate) => aggregate.at);
  for (const group of groups.values()) yield* rowOf(group, step, slots);
}

/** The row of a group: its key, and the result of each aggregate in its slot. */
function* rowOf({ key, states }: Group, { keys }: AggregateStep, slots: readonly number[]): Rows {
  const row = new Row();
  for (const [nth, slot] of keys.entries()) row.cells[slot.at] = at(key, nth);
  for (const [nth, slot] of slots.entries()) {
    row.cells[slot] = at(states, nth).result();
    yield;
  }
  yield row;
}

/** Returns a group without rows. Its key is held twice: as it is, and as the text that distinguishes it. */
function newGroup(key: Key, calls: readonly AggregateCall[], run: Run): Group {
  const { evaluation, budget } = run;
  const lengths = key.map((value) => (typeof value === 'string' ? value.length : 0));
  const key_bytes = lengths.reduce((sum, length) => sum + 32 + 2 * length, 0);
  budget.reserve(group_bytes + key_bytes + calls.length * state_bytes);
  const reserve = (bytes: number): void => budget.reserve(bytes);
  return { key, states: calls.map(({ create }) => create({ evaluation, reserve })) };
}

/** Adds a row to its groups. */
function* addRow(
  row: Row,
  calls: readonly AggregateCall[],
  { own, run: { evaluation } }: { readonly own: readonly Group[]; readonly run: Run },
): Work<void> {
  let values = 0;
  for (const [nth, { operand, where }] of calls.entries()) {
    if (where !== undefined && (yield* evaluate(where, row, evaluation)) !== 1) continue;
    const cell = operand === undefined ? 1 : yield* evaluate(operand, row, evaluation);
    for (const { states } of own) {
      for (const value of valuesOf(cell)) at(states, nth).add(value);
      if (isPauseAt(++values)) yield;
    }
  }
}

/** Returns the keys of the groups of a row: each value of one key with each value of the others. */
function keysOfRow(cells: Cells): readonly Key[] {
  let keys: (Scalar | null)[][] = [[]];
  for (const cell of cells) {
    const values = isList(cell) ? distinctValues(cell) : [cell];
    if (keys.length * values.length > maxGroupsOfRow) throw tooManyGroups('a row', maxGroupsOfRow);
    if (values.length < 2) for (const key of keys) key.push(values[0] ?? null);
    else keys = keys.flatMap((key) => values.map((value) => [...key, value]));
  }
  return keys;
}

/** Returns a text that is different for different values. */
function textOf(value: Scalar | null): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(mapKey(value));
}

function tooManyGroups(what: string, most: number): ServiceError {
  return new ServiceError(
    'circuit_breaking_exception',
    `[request] Data too large, ${what} may have at most [${most}] groups`,
    { metadata: { durability: 'TRANSIENT' } },
  );
}

/** The row of an aggregation that only counts documents, which need not be read; undefined for others. */
function plainCount({ aggregates, keys }: AggregateStep, { run, before }: Around): Row | undefined {
  const { source, used } = run;
  const isPlain = aggregates.every(
    ({ call: { name, operand, where } }) =>
      name === 'count' &&
      where === undefined &&
      (operand === undefined || (operand.kind === 'constant' && operand.values.length === 1)),
  );
  const readsAll = before.every(({ kind }) => kind === 'source' || kind === 'extend');
  if (source === undefined || !isPlain || !readsAll || keys.length > 0) return undefined;
  const row = new Row();
  for (const { at } of aggregates) {
    if (!used.has(at)) continue;
    run.documents_found++;
    row.cells[at] = source.count;
  }
  return aggregates.length === 0 ? undefined : row;
}
