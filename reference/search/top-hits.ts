import type { SegmentView } from '../store/segment.ts';
import type { Key, KeyOrder } from './sort/bound-key.ts';
import { compareKeys } from './sort/bound-key.ts';

/** Returns a negative number if the first argument comes before the second. */
type Compare<Entry> = (a: Entry, b: Entry) => number;

/** The first entries of all offered ones in some order. */
interface FirstEntries<Entry> {
  readonly offer: (entry: Entry) => void;
  /** The last of the first entries as far as known; whatever comes after it is not among them. */
  readonly last: () => Entry | undefined;
  /** Returns the first entries in order. */
  readonly sorted: () => readonly Entry[];
}

/** Number of entries beyond the limit that are kept until the list is sorted and cut. */
const slack = 32;

/** Keeps the first `limit` entries. */
export function firstEntries<Entry extends {}>(
  limit: number,
  compare: Compare<Entry>,
): FirstEntries<Entry> {
  const kept: Entry[] = [];
  let last: Entry | undefined;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length < limit) return;
    kept.length = limit;
    last = kept[limit - 1];
  };
  return {
    last: () => last,
    offer(entry) {
      if (limit === 0 || (last !== undefined && compare(entry, last) >= 0)) return;
      kept.push(entry);
      if (kept.length >= 2 * limit + slack) cut();
    },
    sorted() {
      cut();
      return [...kept];
    },
  };
}

/** A document that may be among the hits. */
export interface Candidate {
  readonly keys: readonly Key[];
  readonly position: number;
  readonly shard: number;
  readonly view: SegmentView;
  readonly doc: number;
  readonly score: number;
}

/** The position after which the hits of a page start. */
export interface Cursor {
  readonly keys: readonly Key[];
  /** The position of the last hit, if known; it breaks ties between equal keys. */
  readonly position: number | undefined;
}

/** The first `limit` of all offered documents in the order of the sort. */
export interface TopHits {
  readonly offer: (candidate: Candidate) => void;
  /** True if no document with this first key and position can be among the first after the cursor. */
  readonly excludes: (key: Key, position: number) => boolean;
  /** Returns the documents in order. */
  readonly sorted: () => readonly Candidate[];
}

/**
 * Creates an empty collection with the order of each key, the limit, and the start of the page.
 *
 * Clauses: search-after.continues-after-values, search-after.continues-descending, search-after.several-sort-keys,
 * search-after.mixed-directions, search-after.end-gives-empty-hits, search-after.walk-returns-every-match,
 * search-after.walk-repeats-no-match, search.sort-several-entries.
 */
export function topHits(
  orders: readonly KeyOrder[],
  limit: number,
  cursor: Cursor | undefined,
): TopHits {
  const first = firstEntries<Candidate>(
    limit,
    (a, b) => compareAll(orders, a.keys, b.keys) || a.position - b.position,
  );
  const isAfter = (candidate: Candidate): boolean => {
    if (cursor === undefined) return true;
    const order = compareAll(orders, candidate.keys, cursor.keys);
    if (order !== 0) return order > 0;
    return cursor.position !== undefined && candidate.position > cursor.position;
  };
  return {
    offer(candidate) {
      if (isAfter(candidate)) first.offer(candidate);
    },
    excludes(key, position) {
      const [order] = orders;
      if (order === undefined) return false;
      if (cursor !== undefined && compareKeys(key, cursor.keys[0] ?? null, order) < 0) return true;
      const last = first.last();
      if (last === undefined) return false;
      const after = compareKeys(key, last.keys[0] ?? null, order);
      return after > 0 || (after === 0 && orders.length === 1 && position > last.position);
    },
    sorted: first.sorted,
  };
}

function compareAll(orders: readonly KeyOrder[], a: readonly Key[], b: readonly Key[]): number {
  for (let at = 0; at < orders.length; at++) {
    const order = orders[at];
    if (order === undefined) return 0;
    const result = compareKeys(a[at] ?? null, b[at] ?? null, order);
    if (result !== 0) return result;
  }
  return 0;
}
