import type { JsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Segment } from '../../store/segment.ts';
import type { IndexView } from '../shard-target.ts';

/** Where documents are collected: one segment of one index. */
export interface CollectScope {
  readonly index: IndexView;
  readonly segment: Segment;
}

/** Takes a document of a segment into a bucket of the aggregation around. */
export type Collect = (doc: number, bucket: number) => void;

/** An aggregation at work. Buckets of the aggregation around it are numbered from 0; the whole search is bucket 0. */
export interface Collector {
  readonly enter: (scope: CollectScope) => Collect;
  /** What the answer shows for one bucket. */
  readonly result: (bucket: number) => JsonObject;
  /** The number that buckets are ordered by (`value` of a metric); undefined for aggregations without one. */
  readonly valueOf: ((bucket: number) => number) | undefined;
}

/** Buckets that one answer may hold (`search.max_buckets`). */
const maxBuckets = 65_536;

/** Counts the buckets of one answer, and refuses more than are allowed. */
export interface BucketCount {
  readonly add: (count: number) => void;
}

export function countBuckets(): BucketCount {
  let buckets = 0;
  return {
    add(count) {
      buckets += count;
      if (buckets > maxBuckets) {
        throw new ServiceError(
          'too_many_buckets_exception',
          `Trying to create too many buckets. Must be less than or equal to: [${maxBuckets}] but was [${buckets}]. This limit can be set by changing the [search.max_buckets] cluster level setting.`,
        );
      }
    },
  };
}

/** Sub-aggregations by name. */
export type Collectors = ReadonlyMap<string, Collector>;

/** Returns one function that takes a document into all sub-aggregations. */
export function enterAll(collectors: Collectors, scope: CollectScope): Collect {
  const entered = [...collectors.values()].map((collector) => collector.enter(scope));
  return (doc, bucket) => {
    for (const collect of entered) collect(doc, bucket);
  };
}

/** Returns what all sub-aggregations show for one bucket. */
export function resultsOf(collectors: Collectors, bucket: number): JsonObject {
  return Object.fromEntries(
    [...collectors].map(([name, collector]) => [name, collector.result(bucket)]),
  );
}
