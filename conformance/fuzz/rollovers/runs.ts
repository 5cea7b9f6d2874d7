import { at } from '../../base/errors.ts';
import type { World } from '../../client/world.ts';
import type { HookName } from '../../driver/profile.ts';
import type { RolloverRow } from '../dimensions/rollover-dimensions.ts';
import { passDays } from '../set-up.ts';
import {
  amountOf,
  type RolloverConditions,
  type RolloverFigures,
  rangeOf,
  shardCeiling,
  type ShardFigures,
} from './model.ts';

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
export const passBefore = (world: World, run: number): Promise<void> =>
  passDays(world, at(passes, run));

/** A row with what is drawn beside it. */
export interface SizedRow extends RolloverRow {
  /** The documents and gigabytes of the largest shard at the first run, which the limits are chosen by. */
  readonly largest: number;
  /** The bytes that it has more, or less, than these gigabytes. */
  readonly offset: number;
}

/** The documents and gigabytes of the second of three shards. */
const inSecond = 4;

/** Returns the figures of shards with the largest as the last; the first of several is empty. */
function shardsOf({ shards }: RolloverRow, largest: ShardFigures): readonly ShardFigures[] {
  const second = { docs: inSecond, bytes: inSecond * gb };
  return shards === '1 shard' ? [largest] : [{ docs: 0, bytes: 0 }, second, largest];
}

/** The documents of the largest shard at the first run where they alone decide; the limits are above them. */
const aroundCeiling: Readonly<Partial<Record<RolloverRow['first'], number>>> = {
  'a full shard': shardCeiling,
  'a shard that is nearly full': shardCeiling - 1,
};

/** Returns the figures of the shards of a row at the first run, by which the limits of its policy are chosen. */
function firstShards(row: SizedRow): readonly ShardFigures[] {
  const { first, largest, offset } = row;
  const docs = aroundCeiling[first] ?? largest;
  return shardsOf(row, { docs, bytes: largest * gb + offset });
}

/** Returns the figures of the shards of a row: in an empty one there are sizes, but no documents. */
export function shardsAt(row: SizedRow, isFirst: boolean): readonly ShardFigures[] {
  const shards = firstShards(row);
  const isEmpty = isFirst && ['no documents', 'documents deleted'].includes(row.first);
  if (isEmpty) return shards.map((shard) => ({ ...shard, docs: 0 }));
  // At later runs the limits are reached.
  const by = isFirst ? 0 : 1;
  return shards.map(({ docs, bytes }) =>
    docs === 0 ? { docs, bytes } : { docs: docs + by, bytes: bytes + by * gb },
  );
}

/** A number of days, at least and at most. */
export type Days = readonly [least: number, most: number];

/** Returns the days from a time until so many days have passed. */
export function since([least, most]: Days, days: number): Days {
  return [days - most, days - least];
}

/** Returns the number of replicas of each shard of a row. */
export function replicasOf({ replicas }: RolloverRow): number {
  return replicas === '1 replica' ? 1 : 0;
}

/** Returns the figures of the shards of a row and an age. */
export function figuresOf(
  row: RolloverRow,
  shards: readonly ShardFigures[],
  [least, most]: Days,
): RolloverFigures {
  const age_ms = [least * day_ms, most * day_ms + slack_ms] as const;
  return { shards, replicas: replicasOf(row), age_ms };
}

/** Returns the conditions of the policy of a row, with limits at the figures of its first run, or just above them. */
export function conditionsOf(row: SizedRow): RolloverConditions {
  const { maximum, minimum, first, beside } = row;
  const age: Days = [at(passes, 0), at(passes, 0)];
  const figures = figuresOf(row, firstShards(row), age);
  const limit = (name: string, kind: 'maximum' | 'minimum'): RolloverConditions => {
    const isMet = aroundCeiling[first] === undefined && first !== `${kind} unmet`;
    return { [name]: limitOf(name, { row, figures, isMet }) };
  };
  return {
    ...besides[beside](row),
    ...limit(maximum, 'maximum'),
    ...(minimum === 'no minimum' ? {} : limit(minimum, 'minimum')),
  };
}

/** The conditions beside those of a row, by what it names. */
const besides: Readonly<Record<RolloverRow['beside'], (row: RolloverRow) => RolloverConditions>> = {
  alone: () => ({}),
  'beside an unmet maximum': ({ maximum }) =>
    maximum === 'max_docs' ? { max_age: '999d' } : { max_docs: 900_000_000 },
  'beside a met minimum': ({ minimum }) =>
    minimum === 'min_docs' ? { min_age: '1d' } : { min_docs: 1 },
};

/** What a limit is chosen by: a met one is at the figure, or just below it; the other is just above. */
interface LimitChoice {
  readonly row: RolloverRow;
  readonly figures: RolloverFigures;
  readonly isMet: boolean;
}

function limitOf(name: string, { row, figures, isMet }: LimitChoice): string | number {
  const [least, most] = rangeOf(name, figures);
  const [sign, size] = unitOf(name, row);
  const parts = sign === 'tb' ? 1024 : 1;
  const count = isMet ? Math.floor((least / size) * parts) : Math.floor((most / size) * parts) + 1;
  return sign === '' ? count : `${count / parts}${sign}`;
}

/** Returns the sign of the unit of a limit, and its size in documents, milliseconds or bytes. */
function unitOf(name: string, { units }: RolloverRow): readonly [sign: string, size: number] {
  if (name.endsWith('_docs')) return ['', 1];
  const sign = at(units.split(' and '), name.endsWith('_age') ? 0 : 1);
  return [sign, amountOf(name, `1${sign}`)];
}
