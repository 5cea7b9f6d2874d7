import { byteSize } from '../../base/byte-size.ts';
import { durationMs } from '../../base/duration.ts';
import { defined } from '../../base/errors.ts';

/** The prediction of a model. `open`: the specification leaves it open, or the exact time decides. */
type Prediction = 'yes' | 'no' | 'open';

/** Combines predictions, one of which is sufficient; `no` for an empty list. */
function any(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('yes')) return 'yes';
  return predictions.includes('open') ? 'open' : 'no';
}

/** Combines predictions, all of which are necessary; `yes` for an empty list. */
function all(predictions: readonly Prediction[]): Prediction {
  if (predictions.includes('no')) return 'no';
  return predictions.includes('open') ? 'open' : 'yes';
}

/** The least and the greatest possible value of a figure that is not known exactly. */
type Range = readonly [number, number];

/** The documents and bytes of a primary. */
export interface ShardFigures {
  readonly docs: number;
  readonly bytes: number;
}

/** The figures of an index that conditions are compared with. */
export interface RolloverFigures {
  readonly shards: readonly ShardFigures[];
  /** The number of assigned replicas of each shard. */
  readonly replicas: number;
  /** The time since the creation of the index. */
  readonly age_ms: Range;
}

/** The conditions of a policy by name, with their limits. */
export type RolloverConditions = Readonly<Record<string, string | number>>;

/** The number of documents of a shard that causes a rollover under any policy. */
export const shardCeiling = 200_000_000;

/**
 * Predicts whether a run of the policies rolls an index over. Every limit has to be at least 1, because the
 * specification leaves open the meaning of 0 for an empty index. Throws KitFault for an unknown condition or an invalid limit.
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

/** Predicts for each condition whether it is met. */
export function standings(
  conditions: RolloverConditions,
  figures: RolloverFigures,
): Readonly<Record<string, Prediction>> {
  const entries = Object.entries(conditions).map(([name, value]) => {
    const [least, most] = rangeOf(name, figures);
    const limit = amountOf(name, value);
    if (least >= limit) return [name, 'yes'] as const;
    return [name, most < limit ? 'no' : 'open'] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the figure of a condition. Replicas may count for `min_docs` and `min_size`: the specification is silent. */
export function rangeOf(name: string, { shards, replicas, age_ms }: RolloverFigures): Range {
  const docs = shards.map((shard) => shard.docs);
  const bytes = shards.map((shard) => shard.bytes);
  const inCopies = (total: number): Range => [total, total * (1 + replicas)];
  const ranges: Readonly<Record<string, Range>> = {
    max_age: age_ms,
    min_age: age_ms,
    max_docs: exactly(sum(docs) * (1 + replicas)),
    min_docs: inCopies(sum(docs)),
    max_size: exactly(sum(bytes)),
    min_size: inCopies(sum(bytes)),
    max_primary_shard_docs: exactly(Math.max(...docs)),
    min_primary_shard_docs: exactly(Math.max(...docs)),
    max_primary_shard_size: exactly(Math.max(...bytes)),
    min_primary_shard_size: exactly(Math.max(...bytes)),
  };
  return defined(ranges[name], `figure of a condition ${name}`);
}

/** Returns the documents, milliseconds or bytes of a limit of a condition. */
export function amountOf(name: string, value: string | number): number {
  if (typeof value === 'number') return value;
  const limit = name.endsWith('_age') ? durationMs(value) : byteSize(value);
  return defined(limit, `limit "${value}" of ${name}`);
}

function exactly(figure: number): Range {
  return [figure, figure];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
