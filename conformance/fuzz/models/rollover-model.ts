import { byteSize } from '../../base/byte-size.ts';
import { durationMs } from '../../base/duration.ts';
import { KitFault } from '../../base/errors.ts';
import { all, any, type Prediction } from './prediction.ts';

/** The bounds of a figure that is not known exactly. */
type Range = readonly [number, number];

/** A primary. */
export interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** The figures of an index that conditions are compared with. */
export interface RolloverFigures {
  readonly shards: readonly ShardFigures[];
  /** Assigned replicas of each shard. */
  readonly replicas: number;
  /** Since the creation. */
  readonly age_ms: Range;
}

/** Conditions by name, as a policy states them. */
export type RolloverConditions = Readonly<Record<string, string | number>>;

/** A shard with this number of documents causes a rollover, whatever the policy says. */
export const shardCeiling = 200_000_000;

/**
 * Predicts whether a run of the policies rolls an index over. Every limit is at least 1: the specification leaves open
 * what 0 means for an empty index. The rule is implemented again in `proof/rollover-rules.ts`, on purpose: this model
 * judges servers, while that one imitates wrong ones, and a mistake in a shared rule could not be seen by either.
 */
export function decide(conditions: RolloverConditions, figures: RolloverFigures): Prediction {
  const docs = figures.shards.map((shard) => shard.docs);
  if (docs.some((count) => count >= shardCeiling)) return 'yes';
  if (sum(docs) === 0) return 'no';
  const predictions = standings(conditions, figures);
  const of = (start: string): readonly Prediction[] =>
    Object.entries(predictions)
      .filter(([name]) => name.startsWith(start))
      .map(([, prediction]) => prediction);
  return all([any(of('max_')), all(of('min_'))]);
}

/** Whether each condition is met. */
export function standings(
  conditions: RolloverConditions,
  figures: RolloverFigures,
): Readonly<Record<string, Prediction>> {
  const entries = Object.entries(conditions).map(([name, value]) => {
    const [least, most] = rangeOf(name, figures);
    const limit = limitOf(name, value);
    if (least >= limit) return [name, 'yes'] as const;
    return [name, most < limit ? 'no' : 'open'] as const;
  });
  return Object.fromEntries(entries);
}

/** The figure of a condition. The specification does not say whether replicas count for `min_docs` and `min_size`. */
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
