import { at } from '../../base/errors.ts';
import type { World } from '../../client/world.ts';
import type { HookName } from '../../driver/profile.ts';
import type { RolloverRow } from '../dimensions/rollover-dimensions.ts';
import {
  type RolloverConditions,
  type RolloverFigures,
  rangeOf,
  type ShardFigures,
} from '../models/rollover-model.ts';

/** The hooks that runs of the policies need. */
export const needed: readonly HookName[] = [
  'run_policies',
  'set_shard_statistics',
  'advance_clock',
];

const day_ms = 86_400_000;
const gb = 1024 ** 3;

/** The days that pass before each run of the policies. */
export const passes = [3, 3, 3] as const;

/** The days after its rollover that a delete phase removes an index: more than between two runs, less than between three. */
export const deletionAfter = 4;

/** More than the time that passes during the requests. */
const slack_ms = 3_600_000;

/** Returns the days that have passed when a run begins. */
export function daysBefore(run: number): number {
  return passes.slice(0, run + 1).reduce((total: number, days) => total + days, 0);
}

/** Moves the clock of the server before a run. */
export async function passDays(world: World, run: number): Promise<void> {
  const days = at(passes, run);
  const seconds = (days * day_ms) / 1000;
  await world.hook('advance_clock', { duration: `${days}d`, duration_ms: days * day_ms, seconds });
}

/** Returns the figures of shards, the largest of which has so many documents and gigabytes; the first of several is empty. */
function shardsOf({ shards }: RolloverRow, largest: number): readonly ShardFigures[] {
  const counts = shards === '1 shard' ? [largest] : [0, 4, largest];
  return counts.map((count) => ({ docs: count, bytes: count * gb }));
}

/** The largest shard at the first run, which the limits are chosen by; at later runs it is so large that they are reached. */
const largestFirst = 6;
const largestLater = 7;

/** Returns the figures of the shards of a row: in an empty one there are sizes, but no documents. */
export function shardsAt(row: RolloverRow, isFirst: boolean): readonly ShardFigures[] {
  const shards = shardsOf(row, isFirst ? largestFirst : largestLater);
  const isEmpty = isFirst && ['no documents', 'documents deleted'].includes(row.first);
  return isEmpty ? shards.map((shard) => ({ ...shard, docs: 0 })) : shards;
}

/** A number of days, at least and at most. */
export type Days = readonly [least: number, most: number];

/** Returns the days from a time until so many days have passed. */
export function since([least, most]: Days, days: number): Days {
  return [days - most, days - least];
}

/** Returns the figures of shards and an age. */
export function figuresOf(shards: readonly ShardFigures[], [least, most]: Days): RolloverFigures {
  return { shards, replicas: 0, age_ms: [least * day_ms, most * day_ms + slack_ms] };
}

/** Returns the conditions of the policy of a row, with limits at the figures of its first run, or just above them. */
export function conditionsOf(row: RolloverRow): RolloverConditions {
  const { maximum, minimum, first, beside } = row;
  const age: Days = [at(passes, 0), at(passes, 0)];
  const figures = figuresOf(shardsOf(row, largestFirst), age);
  const other = maximum === 'max_docs' ? { max_age: '999d' } : { max_docs: 100_000 };
  return {
    ...(beside === 'alone' ? {} : other),
    [maximum]: limitOf(maximum, figures, first === 'maximum unmet' ? 1 : 0),
    ...(minimum === 'no minimum'
      ? {}
      : { [minimum]: limitOf(minimum, figures, first === 'minimum unmet' ? 1 : 0) }),
  };
}

function limitOf(name: string, figures: RolloverFigures, above: number): string | number {
  const [figure] = rangeOf(name, figures);
  if (name.endsWith('_docs')) return figure + above;
  return name.endsWith('_age') ? `${figure / day_ms + above}d` : `${figure / gb + above}gb`;
}
