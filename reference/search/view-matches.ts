import type { Bitset } from '../store/bitset.ts';
import type { SegmentView } from '../store/segment.ts';

/** The matches of a search in one segment: only live documents, after slice and filters. */
export interface ViewMatches {
  /** The number of the shard in the request. */
  readonly shard: number;
  readonly view: SegmentView;
  /** The matching documents; undefined means all documents of the segment. */
  readonly docs: Bitset | undefined;
  readonly count: number;
  readonly score: (doc: number) => number;
}

/** Returns the first document at `from` or later, or -1. */
export function nextDoc({ docs, view }: ViewMatches, from: number): number {
  if (docs !== undefined) return from < view.segment.size ? docs.next(from) : -1;
  return from < view.segment.size ? from : -1;
}
