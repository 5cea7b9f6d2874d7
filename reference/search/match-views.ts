import type { Work } from '../base/work.ts';
import { runInTurns } from '../base/work.ts';
import type { Yielder } from '../base/yielder.ts';
import { Bitset } from '../store/bitset.ts';
import type { SegmentView } from '../store/segment.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import { workOnShard } from './prepare-search.ts';
import { intersect } from './query/bool-weight.ts';
import type { Weight } from './query/weight.ts';
import { always, scopeOf } from './query/weight.ts';
import { docsInSlice } from './slice-matches.ts';

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

/** The matches for hits, and those for aggregations, which ignore `post_filter`. */
export interface SearchMatches {
  readonly hits: readonly ViewMatches[];
  readonly aggregated: readonly ViewMatches[];
  readonly terminated_early: boolean;
}

/**
 * Finds the matches of a prepared search, segment by segment.
 *
 * Clauses: search-after.query-restricts-later-pages, scroll.query-restricts-every-batch, slice.scroll-query-applies,
 * slice.later-batches-stay-in-slice.
 */
export async function matchViews(search: PreparedSearch, yielder: Yielder): Promise<SearchMatches> {
  const hits: ViewMatches[] = [];
  const aggregated: ViewMatches[] = [];
  const { terminate_after } = search.request;
  let terminatedEarly = false;
  for (const prepared of search.shards) {
    let left = terminate_after > 0 ? terminate_after : Number.POSITIVE_INFINITY;
    for (const view of prepared.shard.snapshot.views) {
      const found = await runInTurns(
        workOnShard(prepared.shard, () => matchView(search, prepared, view)),
        yielder,
      );
      const cut = cutTo(found, left);
      if (cut.count < found.count) terminatedEarly = true;
      left -= cut.count;
      aggregated.push(cut);
      hits.push(await runInTurns(afterPostFilter(prepared.post_filter, cut), yielder));
      await yielder.yieldIfDue();
    }
  }
  return { hits, aggregated, terminated_early: terminatedEarly };
}

function* matchView(
  search: PreparedSearch,
  prepared: PreparedShard,
  view: SegmentView,
): Work<ViewMatches> {
  const { segment } = view;
  const { needsScores, request, constant_score = 0 } = search;
  const matches = yield* prepared.weight(scopeOf(segment));
  const matching = intersect(matches.docs, yield* allowed(search, prepared, view));
  const score = needsScores ? matches.score : always(constant_score);
  const docs = withScore(matching, { score, view, minScore: request.min_score });
  return { shard: prepared.number, view, docs, count: docs?.count() ?? segment.size, score };
}

/** Returns the live documents that match the filter of the alias and are in the slice. */
function* allowed(
  search: PreparedSearch,
  prepared: PreparedShard,
  view: SegmentView,
): Work<Bitset | undefined> {
  const { slice, filter } = prepared;
  const { segment } = view;
  const { request } = search;
  let docs = view.live;
  if (filter !== undefined) docs = intersect(docs, (yield* filter(scopeOf(segment))).docs);
  if (slice.kind === 'none') return new Bitset(segment.size);
  if (slice.kind === 'all') return docs;
  const by = { field: request.slice?.field, isPointInTime: request.pit !== undefined };
  return intersect(docs, docsInSlice(view, slice, by));
}

interface ScoreLimit {
  readonly score: (doc: number) => number;
  readonly view: SegmentView;
  readonly minScore: number | undefined;
}

function withScore(
  docs: Bitset | undefined,
  { score, view, minScore }: ScoreLimit,
): Bitset | undefined {
  if (minScore === undefined) return docs;
  const kept = new Bitset(view.segment.size);
  for (const doc of docs ?? Bitset.full(view.segment.size))
    if (score(doc) >= minScore) kept.set(doc);
  return kept;
}

function cutTo(matches: ViewMatches, limit: number): ViewMatches {
  if (matches.count <= limit) return matches;
  const { size } = matches.view.segment;
  const kept = new Bitset(size);
  let count = 0;
  for (const doc of matches.docs ?? Bitset.full(size)) {
    if (count >= limit) break;
    kept.set(doc);
    count++;
  }
  return { ...matches, docs: kept, count };
}

function* afterPostFilter(weight: Weight | undefined, matches: ViewMatches): Work<ViewMatches> {
  if (weight === undefined) return matches;
  const found = yield* weight(scopeOf(matches.view.segment));
  const docs = intersect(matches.docs, found.docs);
  return { ...matches, docs, count: docs?.count() ?? matches.view.segment.size };
}
