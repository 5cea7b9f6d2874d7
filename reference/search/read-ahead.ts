import { at } from '../base/assert.ts';
import { firstIndex } from './order.ts';
import { candidateMaker, ordersOf } from './collection.ts';
import type { PreparedSearch } from './prepare-search.ts';
import { shardDocOf } from './sort/key.ts';
import type { SearchResult } from './search-result.ts';
import type { Candidate } from './top-hits.ts';

/** What is known of a search as a whole, whichever page of it is asked for. */
export interface Summary {
  readonly total: SearchResult['hits']['total'];
  readonly max_score: number | undefined;
  readonly terminated_early: boolean;
}

/** Hits of a scroll that were found and sorted with an earlier page: if they are, in order, and their scores. */
export interface ReadAhead {
  readonly positions: Float64Array;
  readonly scores: Float64Array;
  /** True if no hit comes behind these. */
  readonly isLast: boolean;
  readonly summary: Summary;
}

const minRead = 10_000;
const maxRead = 100_000;

/**
 * Takes a search and how many of its hits were given before; returns how many to find beyond the page. Where segments do not keep
 * the order of the sort, each finding costs a look at all matches: reading ahead as far as was read already leaves only
 * some of them for a whole scroll. What is kept is bounded.
 */
export function readAheadLength(search: PreparedSearch, given: number): number {
  if (search.request.scroll === undefined || keepsOrder(search)) return 0;
  return Math.min(maxRead, Math.max(minRead, given));
}

/** True if a page is found by going on in an order that is kept already. */
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

/** Puts hits away for later pages; `isLast` as in `ReadAhead`. */
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

/** True if a page of this size can be given from what was kept. */
export function holdsPage(ahead: ReadAhead | undefined, size: number): ahead is ReadAhead {
  return ahead !== undefined && (ahead.isLast || ahead.positions.length >= size);
}

/** Takes the search again that the hits were kept for, and the size of a page; returns its hits. */
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

/** Returns what is left when a page of this size has been taken. */
export function leftAhead(ahead: ReadAhead, size: number): ReadAhead {
  const { positions, scores } = ahead;
  return { ...ahead, positions: positions.subarray(size), scores: scores.subarray(size) };
}
