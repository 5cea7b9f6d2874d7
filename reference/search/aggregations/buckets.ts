import type { JsonObject } from '../../base/json.ts';
import { refuse } from '../../base/service-error.ts';
import type { Yielder } from '../../base/yielder.ts';
import { firstEntries } from '../first-entries.ts';
import { compareValues } from '../../base/order.ts';
import type { BucketOrder } from './aggregation.ts';
import type { BucketCount, Collectors, Value } from './collector.ts';
import { maxBuckets, resultsOf } from './collector.ts';

/** One bucket: its key, the number of documents in it, and its own number for the sub-aggregations. */
export interface Bucket {
  readonly key: Value;
  readonly count: number;
  readonly number: number;
}

/** The parts of an aggregation with buckets. */
export interface BucketParts<Definition> {
  readonly definition: Definition;
  readonly children: Collectors;
  readonly buckets: BucketCount;
}

/** The buckets of one aggregation, separate for each bucket of its parent aggregation. */
export type BucketTable = ReturnType<typeof bucketTable>;

/** Which buckets a result lists. */
export interface Choice {
  /** Maximum number of buckets. */
  readonly size: number;
  readonly min_doc_count: number;
  readonly compare: Compare;
}

/** Number of buckets to visit between two checks of the clock. */
const bucketsAtOnce = 1024;

/** Estimated memory in bytes of a bucket, of its number in one sub-aggregation, and of the buckets of one parent. */
const bucket_bytes = 96;
const child_bytes = 144;
const table_bytes = 240;

/** Returns the estimated memory in bytes of a value. */
function valueBytes(value: Value): number {
  return typeof value === 'string' ? 2 * value.length + 24 : 16;
}

/** Creates an empty table; the memory of its buckets is counted. */
export function bucketTable(memory: BucketCount, children: Collectors) {
  const own_bytes = bucket_bytes + child_bytes * children.size;
  const tables: (Map<Value, number> | undefined)[] = [];
  const counts: number[] = [];
  const numberOf = (parent: number, key: Value): number => {
    const own = tables[parent];
    const table = (tables[parent] = own ?? new Map<Value, number>());
    const known = table.get(key);
    if (known !== undefined) return known;
    memory.reserve(own_bytes + valueBytes(key) + (own === undefined ? table_bytes : 0));
    table.set(key, counts.length);
    return counts.push(0) - 1;
  };
  return {
    /** Returns the number of the bucket of a key, and creates an empty bucket if needed. */
    numberOf,
    /** Counts a document into the bucket of a key, and returns the bucket's number. */
    add(parent: number, key: Value): number {
      const number = numberOf(parent, key);
      counts[number]!++;
      return number;
    },
    keys: (parent: number): Iterable<Value> => tables[parent]?.keys() ?? [],
    /**
     * Returns the first buckets in an order that have the least count, and the number of documents in all buckets; yields to
     * the event loop while it chooses.
     */
    async first(parent: number, { size, min_doc_count, compare }: Choice, yielder: Yielder) {
      // One more than a response may have shows that there are too many.
      const first = firstEntries<Bucket>(Math.min(size, maxBuckets + 1), compare);
      let total = 0;
      let seen = 0;
      for (const [key, number] of tables[parent] ?? []) {
        const count = counts[number]!;
        total += count;
        if (count >= min_doc_count) first.offer({ key, number, count });
        if (++seen % bucketsAtOnce === 0) await yielder.yieldIfDue();
      }
      return { listed: first.sorted(), total };
    },
  };
}

/** Returns the listed buckets in the form of a result, with their sub-aggregations. */
export async function shownBuckets<Shown extends JsonObject>(
  listed: readonly Bucket[],
  { children, show }: { readonly children: Collectors; readonly show: (bucket: Bucket) => Shown },
  yielder: Yielder,
): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (const bucket of listed) {
    // Most have no sub-aggregations: nothing to wait for.
    const inner = children.size === 0 ? {} : await resultsOf(children, bucket.number, yielder);
    shown.push({ ...show(bucket), ...inner });
    await yielder.yieldIfDue();
  }
  return shown;
}

type Compare = (a: Bucket, b: Bucket) => number;

/**
 * Returns the comparison for an order; ties are broken by key. Throws a ServiceError if a path does not select a
 * sub-aggregation with a number.
 */
export function compareBuckets(orders: readonly BucketOrder[], children: Collectors): Compare {
  // A path that is repeated decides nothing.
  const compares = orders
    .filter(({ path }, nth) => orders.findIndex((order) => order.path === path) === nth)
    .map((order) => compareBy(order, children));
  return (a, b) => {
    for (const compare of compares) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return compareValues(a.key, b.key);
  };
}

function compareBy({ path, descending }: BucketOrder, children: Collectors): Compare {
  const sign = descending ? -1 : 1;
  if (path === '_count') return (a, b) => sign * (a.count - b.count);
  if (path === '_key' || path === '_term') return (a, b) => sign * compareValues(a.key, b.key);
  const name = path.replace(/\.value$/, '');
  const valueOf = children.get(name)?.valueOf;
  if (valueOf === undefined) {
    return refuse(
      `Invalid aggregation order path [${path}]. The provided aggregation [${name}] either does not exist, or is a pipeline aggregation and cannot be used to sort the buckets.`,
    );
  }
  return (a, b) => compareNumbers(valueOf(a.number), valueOf(b.number), sign);
}

/** Compares two numbers. Buckets without a value are last in both directions. */
function compareNumbers(a: number, b: number, sign: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return a === b ? 0 : sign * (a < b ? -1 : 1);
}
