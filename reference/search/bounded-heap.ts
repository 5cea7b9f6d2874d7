import type { Yielder } from '../base/yielder.ts';

/** Returns a negative number if the first argument comes before the second. */
export type Compare<Entry> = (a: Entry, b: Entry) => number;

/** The first `limit` of all offered entries in some order. */
export interface BoundedHeap<Entry> {
  /** The last of the entries in order, if there are `limit` entries. */
  readonly worst: () => Entry | undefined;
  /** Offers an entry; returns false if it is not among the first so far. */
  readonly offer: (entry: Entry) => boolean;
  /** Returns the entries in order, and empties the heap. */
  readonly drain: (yielder: Yielder) => Promise<readonly Entry[]>;
}

/** Number of entries to sort between two yields to the event loop. */
const sortedAtOnce = 1024;

/** Creates an empty heap. */
export function boundedHeap<Entry extends object>(
  limit: number,
  compare: Compare<Entry>,
): BoundedHeap<Entry> {
  const heap: Entry[] = [];
  return {
    worst: () => (heap.length < limit ? undefined : heap[0]),
    offer(entry) {
      const [worst] = heap;
      if (limit === 0) return false;
      if (heap.length < limit) {
        heap.push(entry);
        siftUp(heap, compare);
        return true;
      }
      if (worst === undefined || compare(entry, worst) >= 0) return false;
      heap[0] = entry;
      siftDown(heap, compare);
      return true;
    },
    async drain(yielder) {
      const later: Entry[] = [];
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
    },
  };
}

/** Moves the last entry of the heap up. The root of the heap is the last entry in order. */
function siftUp<Entry extends object>(heap: Entry[], compare: Compare<Entry>): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!swapIfWorse(heap, { at, parent }, compare)) return;
    at = parent;
  }
}

function siftDown<Entry extends object>(heap: Entry[], compare: Compare<Entry>): void {
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

function swapIfWorse<Entry extends object>(
  heap: Entry[],
  { at, parent }: { readonly at: number; readonly parent: number },
  compare: Compare<Entry>,
): boolean {
  const [below, above] = [heap[at], heap[parent]];
  if (below === undefined || above === undefined || compare(below, above) <= 0) return false;
  heap[at] = above;
  heap[parent] = below;
  return true;
}
