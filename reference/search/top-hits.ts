import type { Yielder } from '../base/yielder.ts';
import type { SegmentView } from '../store/segment.ts';
import type { Key, KeyOrder } from './sort/key.ts';
import { compareKeys } from './sort/key.ts';

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
  readonly isFull: () => boolean;
  /** Offers a document; returns false if it is not among the first so far. */
  readonly offer: (candidate: Candidate) => boolean;
  /** True if no document with this first key can be among the first any more. */
  readonly excludes: (key: Key) => boolean;
  /** Returns the documents in order, and empties the collection. */
  readonly drain: (yielder: Yielder) => Promise<readonly Candidate[]>;
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
  const heap: Candidate[] = [];
  const compare = (a: Candidate, b: Candidate): number =>
    compareAll(orders, a.keys, b.keys) || a.position - b.position;
  const isAfter = (candidate: Candidate): boolean => {
    if (cursor === undefined) return true;
    const order = compareAll(orders, candidate.keys, cursor.keys);
    if (order !== 0) return order > 0;
    return cursor.position !== undefined && candidate.position > cursor.position;
  };
  return {
    isFull: () => heap.length >= limit,
    offer(candidate) {
      const [worst] = heap;
      if (limit === 0 || !isAfter(candidate)) return false;
      if (heap.length < limit) {
        heap.push(candidate);
        siftUp(heap, compare);
        return true;
      }
      if (worst === undefined || compare(candidate, worst) >= 0) return false;
      heap[0] = candidate;
      siftDown(heap, compare);
      return true;
    },
    excludes(key) {
      const [worst] = heap;
      const [order] = orders;
      if (heap.length < limit || worst === undefined || order === undefined) return false;
      return compareKeys(key, worst.keys[0] ?? null, order) > 0;
    },
    drain: (yielder) => drain(heap, compare, yielder),
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

/** Number of documents to sort between two yields to the event loop. */
const sortedAtOnce = 1024;

async function drain(
  heap: Candidate[],
  compare: Compare,
  yielder: Yielder,
): Promise<readonly Candidate[]> {
  const later: Candidate[] = [];
  while (heap.length > sortedAtOnce) {
    const [worst] = heap;
    const last = heap.pop();
    if (worst === undefined || last === undefined) break;
    heap[0] = last;
    siftDown(heap, compare);
    later.push(worst);
    if (later.length % 256 === 0) await yielder.yieldIfDue();
  }
  return [...heap.sort(compare), ...later.toReversed()];
}

type Compare = (a: Candidate, b: Candidate) => number;

/** Moves the last entry of the heap up. The root of the heap is the last document in the order of the sort. */
function siftUp(heap: Candidate[], compare: Compare): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfWorse(heap, { at, parent }, compare)) return;
    at = parent;
  }
}

function siftDown(heap: Candidate[], compare: Compare): void {
  let parent = 0;
  for (;;) {
    const left = parent * 2 + 1;
    const [a, b] = [heap[left], heap[left + 1]];
    if (a === undefined) return;
    const at = b !== undefined && compare(b, a) > 0 ? left + 1 : left;
    if (!swapIfWorse(heap, { at, parent }, compare)) return;
    parent = at;
  }
}

function swapIfWorse(
  heap: Candidate[],
  { at, parent }: { readonly at: number; readonly parent: number },
  compare: Compare,
): boolean {
  const [below, above] = [heap[at], heap[parent]];
  if (below === undefined || above === undefined || compare(below, above) <= 0) return false;
  heap[at] = above;
  heap[parent] = below;
  return true;
}
