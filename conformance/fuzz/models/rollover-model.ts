import { byteSize } from '../../base/byte-size.ts';
import { durationMs } from '../../base/duration.ts';
import { KitFault } from '../../base/errors.ts';
import { all, any, type Verdict } from './verdict.ts';

/** The least and the greatest number that a figure may be. */
type Range = readonly [number, number];

/** A primary. */
export interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** What the conditions of a rollover are held against. */
export interface RolloverFigures {
  readonly shards: readonly ShardFigures[];
  /** Assigned replicas of each shard. */
  readonly replicas: number;
  /** Since the creation. */
  readonly age_ms: Range;
}

/** Conditions by name, as a policy states them. */
export type Conditions = Readonly<Record<string, string | number>>;

/** A shard with so many documents brings a rollover about, whatever a policy says. */
export const shardCeiling = 200_000_000;

/**
 * Whether a run of the policies rolls an index over. Every limit is at least 1: what a 0 means for an index without
 * documents is left open.
 */
export function decide(conditions: Conditions, figures: RolloverFigures): Verdict {
  const docs = figures.shards.map((shard) => shard.docs);
  if (docs.some((count) => count >= shardCeiling)) return 'yes';
  if (sum(docs) === 0) return 'no';
  const verdicts = standings(conditions, figures);
  const of = (start: string): readonly Verdict[] =>
    Object.entries(verdicts)
      .filter(([name]) => name.startsWith(start))
      .map(([, verdict]) => verdict);
  return all([any(of('max_')), all(of('min_'))]);
}

/** Whether each condition is met. */
export function standings(
  conditions: Conditions,
  figures: RolloverFigures,
): Readonly<Record<string, Verdict>> {
  const entries = Object.entries(conditions).map(([name, value]) => {
    const [least, most] = rangeOf(name, figures);
    const limit = limitOf(name, value);
    if (least >= limit) return [name, 'yes'] as const;
    return [name, most < limit ? 'no' : 'open'] as const;
  });
  return Object.fromEntries(entries);
}

/** The figure that a condition is about: for a minimum of the whole index nobody says whether replicas count. */
export function rangeOf(name: string, { shards, replicas, age_ms }: RolloverFigures): Range {
  const docs = shards.map((shard) => shard.docs);
  const bytes = shards.map((shard) => shard.bytes);
  switch (name) {
    case 'max_age':
    case 'min_age':
      return age_ms;
    case 'max_docs':
      return exactly(sum(docs) * (1 + replicas));
    case 'min_docs':
      return [sum(docs), sum(docs) * (1 + replicas)];
    case 'max_size':
      return exactly(sum(bytes));
    case 'min_size':
      return [sum(bytes), sum(bytes) * (1 + replicas)];
    case 'max_primary_shard_docs':
    case 'min_primary_shard_docs':
      return exactly(Math.max(...docs));
    case 'max_primary_shard_size':
    case 'min_primary_shard_size':
      return exactly(Math.max(...bytes));
    default:
      throw new KitFault(`there is no condition ${name}`);
  }
}

function limitOf(name: string, value: string | number): number {
  if (typeof value === 'number') return value;
  const limit = name.endsWith('_age') ? durationMs(value) : byteSize(value);
  if (limit === undefined) throw new KitFault(`"${value}" is no limit for ${name}`);
  return limit;
}

function exactly(figure: number): Range {
  return [figure, figure];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
