import type { Work } from '../base/work.ts';
import { runInTurns } from '../base/work.ts';
import type { Yielder } from '../base/yielder.ts';
import { DocSet } from '../store/doc-set.ts';
import type { SegmentView } from '../store/segment.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import { workOnShard } from './prepare-search.ts';
import type { Matches, Weight } from './query/weight.ts';
import { scopeOf, zero } from './query/weight.ts';
import { docsInSlice } from './slice-matches.ts';

/** The matches of a search in one segment: only live documents, after slice and filters. */
export interface ViewMatches {
  /** The number of the shard in the request. */
  readonly shard: number;
  readonly view: SegmentView;
  readonly docs: DocSet;
  readonly count: number;
  readonly score: (doc: number) => number;
}

/**
 * Finds the matches of a prepared search, segment by segment: those for hits, and those for aggregations, which ignore
 * `post_filter`.
 *
 * Clauses: search-after.query-restricts-later-pages, scroll.query-restricts-every-batch, slice.scroll-query-applies,
 * slice.later-batches-stay-in-slice.
 */
export async function matchViews(search: PreparedSearch, yielder: Yielder) {
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
  const { needsScores, request } = search;
  const matches = yield* prepared.weight(scopeOf(segment));
  const { min_score } = request;
  let docs = matches.docs.and(yield* allowed(search, prepared, view));
  const score = needsScores ? yield* scoresOf(docs, matches) : zero;
  if (min_score !== undefined) docs = docs.filter((doc) => score(doc) >= min_score);
  return { shard: prepared.number, view, docs, count: docs.count(), score };
}

/** Returns the live documents that match the filter of the alias and are in the slice. */
function* allowed(
  search: PreparedSearch,
  prepared: PreparedShard,
  view: SegmentView,
): Work<DocSet> {
  const { slice, filter } = prepared;
  const { segment, live } = view;
  const { request } = search;
  const docs = filter === undefined ? live : live.and((yield* filter(scopeOf(segment))).docs);
  if (slice.kind === 'none') return new DocSet(segment.size);
  if (slice.kind === 'all') return docs;
  const by = { field: request.slice?.field, isPointInTime: request.pit !== undefined };
  return docs.and(yield* docsInSlice(view, slice, by));
}

/** So many scores of thousands of clauses take less than a time slice. */
const docsOfStep = 16;

/**
 * Computes the scores of documents: each may be a sum of those of thousands of clauses, whose matches are not needed any more
 * then.
 */
function* scoresOf(docs: DocSet, { score }: Matches): Work<Matches['score']> {
  const scores = new Float64Array(docs.size);
  for (const doc of docs) {
    if (doc % docsOfStep === 0) yield;
    scores[doc] = score(doc);
  }
  return (doc) => scores[doc] ?? 0;
}

/** Returns the first matches, at most a number of them. */
function cutTo(matches: ViewMatches, limit: number): ViewMatches {
  if (matches.count <= limit) return matches;
  let left = limit;
  return { ...matches, docs: matches.docs.filter(() => left-- > 0), count: limit };
}

function* afterPostFilter(weight: Weight | undefined, matches: ViewMatches): Work<ViewMatches> {
  if (weight === undefined) return matches;
  const docs = matches.docs.and((yield* weight(scopeOf(matches.view.segment))).docs);
  return { ...matches, docs, count: docs.count() };
}
