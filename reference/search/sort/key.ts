import { compareCodePoints } from '../../base/order.ts';

/** A sort key of a document; null if the document has no value. */
export type Key = number | bigint | string | null;

/** How the keys of one sort entry are ordered. */
export interface KeyOrder {
  readonly descending: boolean;
  /** True if documents without a value are before all others. */
  readonly nullsFirst: boolean;
}

/**
 * Compares two keys in their order; returns a negative number if `a` comes first.
 *
 * Clauses: search.sort-descending, search.sort-integer-by-number.
 */
export function compareKeys(a: Key, b: Key, { descending, nullsFirst }: KeyOrder): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === nullsFirst ? -1 : 1;
  }
  const ascending = compareValues(a, b);
  return descending ? -ascending : ascending;
}

function compareValues(a: number | bigint | string, b: number | bigint | string): number {
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

/** Factor of the number of the shard in a position; greater than any document number. */
const shardSpan = 2 ** 32;

/**
 * Returns the position of a document in a search: the number of its shard in the request and its own number, combined
 * in one integer.
 *
 * Clauses: point-in-time.tiebreaker-unique, point-in-time.tiebreaker-unique-across-shards,
 * point-in-time.tiebreaker-constant.
 */
export function positionOf(shard: number, doc: number): number {
  return shard * shardSpan + doc;
}
