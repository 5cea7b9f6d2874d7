import type { JsonObject } from '../../base/json.ts';
import type { Budget } from '../../base/budget.ts';
import type { Yielder } from '../../base/yielder.ts';
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
  /** Returns the result for one bucket; yields to the event loop while it works. */
  readonly result: (bucket: number, yielder: Yielder) => Promise<JsonObject>;
  /** Returns the number that buckets are ordered by (`value` of a metric); undefined for aggregations without one. */
  readonly valueOf: ((bucket: number) => number) | undefined;
}

/** The maximum number of buckets in one response (`search.max_buckets`). */
export const maxBuckets = 65_536;

/** Estimated memory in bytes of a bucket in a response. */
const shown_bytes = 400;
/** Memory is reserved in pieces of this size, in bytes. */
const piece_bytes = 2 ** 14;

/** Counts the buckets of one response, and the memory of the aggregations. */
export interface BucketCount {
  /** Throws too_many_buckets_exception above the maximum. */
  readonly add: (count: number) => void;
  /** Counts memory in bytes, or frees it (negative). Throws circuit_breaking_exception if the request must not have more. */
  readonly reserve: (bytes: number) => void;
}

/** Starts to count the buckets of one response. */
export function countBuckets(budget: Budget): BucketCount {
  let buckets = 0;
  let pending_bytes = 0;
  const reserve = (bytes: number): void => {
    pending_bytes += bytes;
    if (Math.abs(pending_bytes) < piece_bytes) return;
    budget.reserve(pending_bytes);
    pending_bytes = 0;
  };
  return {
    reserve,
    add(count) {
      buckets += count;
      reserve(count * shown_bytes);
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

/** Returns a function that collects documents into all sub-aggregations. */
export function enterAll(collectors: Collectors, scope: CollectScope): Collect {
  const entered = [...collectors.values()].map((collector) => collector.enter(scope));
  return (doc, bucket) => {
    for (const collect of entered) collect(doc, bucket);
  };
}

/** Returns the results of all sub-aggregations for one bucket. */
export async function resultsOf(
  collectors: Collectors,
  bucket: number,
  yielder: Yielder,
): Promise<JsonObject> {
  const results: [string, JsonObject][] = [];
  for (const [name, collector] of collectors) {
    results.push([name, await collector.result(bucket, yielder)]);
  }
  return Object.fromEntries(results);
}
