import { Bitset } from '../store/bitset.ts';
import type { SegmentView } from '../store/segment.ts';
import { cachedMatches, isCached } from './match-cache.ts';
import type { Yielder } from '../base/yielder.ts';
import type { PreparedSearch, PreparedShard } from './prepare-search.ts';
import { onShard } from './prepare-search.ts';
import { intersect } from './query/bool-weight.ts';
import type { Weight } from './query/weight.ts';
import { always, runAhead, scopeOf } from './query/weight.ts';
import { docsInSlice } from './slice-matches.ts';
import type { ViewMatches } from './view-matches.ts';

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
      if (
        search.needsScores ||
        prepared.post_filter !== undefined ||
        !isCached(view, prepared.cacheKey)
      ) {
        await runAhead(prepared.ahead, view.segment, yielder);
      }
      const found = onShard(prepared.shard, () => matchView(search, prepared, view));
      const cut = cutTo(found, left);
      if (cut.count < found.count) terminatedEarly = true;
      left -= cut.count;
      aggregated.push(cut);
      hits.push(afterPostFilter(prepared.post_filter, cut));
      await yielder.yieldIfDue();
    }
  }
  return { hits, aggregated, terminated_early: terminatedEarly };
}

function matchView(
  search: PreparedSearch,
  prepared: PreparedShard,
  view: SegmentView,
): ViewMatches {
  const shard = prepared.number;
  if (!search.needsScores) {
    const kept = cachedMatches(view, prepared.cacheKey, () => {
      const docs = intersect(
        prepared.weight(scopeOf(view.segment)).docs,
        allowed(search, prepared, view),
      );
      return { docs, count: docs?.count() ?? view.segment.size };
    });
    return { shard, view, ...kept, score: always(search.constant_score ?? 0) };
  }
  const { docs: found, score } = prepared.weight(scopeOf(view.segment));
  const matching = intersect(found, allowed(search, prepared, view));
  const docs = withScore(matching, { score, view, minScore: search.request.min_score });
  return { shard, view, docs, count: docs?.count() ?? view.segment.size, score };
}

/** Returns the live documents that match the filter of the alias and are in the slice. */
function allowed(
  search: PreparedSearch,
  prepared: PreparedShard,
  view: SegmentView,
): Bitset | undefined {
  const { slice, filter } = prepared;
  const { segment } = view;
  const { request } = search;
  let docs = view.live;
  if (filter !== undefined) docs = intersect(docs, filter(scopeOf(segment)).docs);
  if (slice.kind === 'none') return new Bitset(segment.size);
  if (slice.kind === 'all') return docs;
  const by = { field: request.slice?.field, isPointInTime: request.pit !== undefined };
  const key = `slice|${slice.id}|${slice.max}|${by.field ?? ''}|${by.isPointInTime}`;
  const part = cachedMatches(view, key, () => ({ docs: docsInSlice(view, slice, by), count: 0 }));
  return intersect(docs, part.docs);
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

function afterPostFilter(weight: Weight | undefined, matches: ViewMatches): ViewMatches {
  if (weight === undefined) return matches;
  const docs = intersect(matches.docs, weight(scopeOf(matches.view.segment)).docs);
  return { ...matches, docs, count: docs?.count() ?? matches.view.segment.size };
}
