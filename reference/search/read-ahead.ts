import { at } from '../base/assert.ts';
import { firstIndex } from './order.ts';
import { candidateMaker, ordersOf } from './collection.ts';
import type { PreparedSearch } from './prepare-search.ts';
import { shardDocOf } from './sort/key.ts';
import type { SearchResult } from './search-result.ts';
import type { Candidate } from './top-hits.ts';

/** The parts of a result that are the same on all pages of a search. */
export interface Summary {
  readonly total: SearchResult['hits']['total'];
  readonly max_score: number | undefined;
  readonly terminated_early: boolean;
}

/** Hits of a scroll found together with an earlier page: their positions, sorted, and scores. */
export interface ReadAhead {
  readonly positions: Float64Array;
  readonly scores: Float64Array;
  /** True if there are no hits after these. */
  readonly isLast: boolean;
  readonly summary: Summary;
}

const minRead = 10_000;
const maxRead = 100_000;

/**
 * Returns how many hits to find beyond the page, given the number of hits returned before. If segments do not have the
 * order of the sort, finding a page visits all matches. Doubling the number of hits each time keeps the number of such
 * passes small; memory is bounded.
 */
export function readAheadLength(search: PreparedSearch, given: number): number {
  if (search.request.scroll === undefined || keepsOrder(search)) return 0;
  return Math.min(maxRead, Math.max(minRead, given));
}

/** True if the segments have the order of the sort, so that each page can start at the end of the previous one. */
function keepsOrder(search: PreparedSearch): boolean {
  const [first, second] = ordersOf(search);
  if (first?.kind === 'position') return true;
  const isByPosition = second === undefined || (second.kind === 'position' && !second.descending);
  return (
    isByPosition &&
    !search.needsScores &&
    search.shards.every(({ keys }) => keys[0]?.walk !== undefined)
  );
}

/** Stores hits for later pages. */
export function keepAhead(
  hits: readonly Candidate[],
  rest: Pick<ReadAhead, 'isLast' | 'summary'>,
): ReadAhead {
  return {
    positions: Float64Array.from(hits, ({ position }) => position),
    scores: Float64Array.from(hits, ({ score }) => score),
    ...rest,
  };
}

/** Returns the memory of stored hits in bytes, also of those returned already: it is freed with the last of them. */
export function aheadBytes(ahead: ReadAhead | undefined): number {
  if (ahead === undefined) return 0;
  return ahead.positions.buffer.byteLength + ahead.scores.buffer.byteLength;
}

/** True if the stored hits suffice for a page of this size. */
export function holdsPage(ahead: ReadAhead | undefined, size: number): ahead is ReadAhead {
  return ahead !== undefined && (ahead.isLast || ahead.positions.length >= size);
}

/** Returns the hits of a page from the stored ones of the same search. */
export function takeAhead(
  search: PreparedSearch,
  { positions, scores }: ReadAhead,
  size: number,
): readonly Candidate[] {
  const makers = new Map<object, (doc: number, score: number) => Candidate>();
  return Array.from(positions.subarray(0, size), (position, index) => {
    const { shard, doc } = shardDocOf(position);
    const { views } = at(search.shards, shard).shard.snapshot;
    const view = at(views, firstIndex(views.length, (next) => at(views, next).base > doc) - 1);
    const make = makers.get(view) ?? candidateMaker(search, { view, shard });
    makers.set(view, make);
    return make(doc - view.base, at(scores, index));
  });
}

/** Returns the stored hits after a page of this size. */
export function leftAhead(ahead: ReadAhead, size: number): ReadAhead {
  const { positions, scores } = ahead;
  return { ...ahead, positions: positions.subarray(size), scores: scores.subarray(size) };
}
