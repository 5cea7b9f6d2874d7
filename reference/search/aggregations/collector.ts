import type { JsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Segment } from '../../store/segment.ts';
import type { IndexView } from '../shard-target.ts';

/** The segment and index whose documents are collected. */
export interface CollectScope {
  readonly index: IndexView;
  readonly segment: Segment;
}

/** Collects a document of a segment into a bucket of the parent aggregation. */
export type Collect = (doc: number, bucket: number) => void;

/** The state of a running aggregation. Buckets of its parent are numbered from 0; the whole search is bucket 0. */
export interface Collector {
  readonly enter: (scope: CollectScope) => Collect;
  /** Returns the result for one bucket. */
  readonly result: (bucket: number) => JsonObject;
  /** Returns the number that buckets are ordered by (`value` of a metric); undefined for aggregations without one. */
  readonly valueOf: ((bucket: number) => number) | undefined;
}

/** The maximum number of buckets in one response (`search.max_buckets`). */
const maxBuckets = 65_536;

/** Counts the buckets of one response; throws too_many_buckets_exception above the maximum. */
export interface BucketCount {
  readonly add: (count: number) => void;
}

/** Starts to count the buckets of one response. */
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

/** Returns a function that collects a document into all sub-aggregations. */
export function enterAll(collectors: Collectors, scope: CollectScope): Collect {
  const entered = [...collectors.values()].map((collector) => collector.enter(scope));
  return (doc, bucket) => {
    for (const collect of entered) collect(doc, bucket);
  };
}

/** Returns the results of all sub-aggregations for one bucket. */
export function resultsOf(collectors: Collectors, bucket: number): JsonObject {
  return Object.fromEntries(
    [...collectors].map(([name, collector]) => [name, collector.result(bucket)]),
  );
}
