import { at } from '../base/assert.ts';
import type { Yielder } from '../base/yielder.ts';
import { scoredStride } from '../base/yielder.ts';
import type { PreparedSearch } from './prepare-search.ts';
import type { BoundKey } from './sort/bound-key.ts';
import { positionOf } from './sort/bound-key.ts';
import type { Candidate, Cursor, TopHits } from './top-hits.ts';
import { topHits } from './top-hits.ts';
import type { ViewMatches } from './match-views.ts';

/** The matches to collect from, the cursor and the limit. */
export interface Collection {
  readonly search: PreparedSearch;
  readonly matches: readonly ViewMatches[];
  /** The maximum number of hits to collect after the cursor. */
  readonly limit: number;
  readonly cursor: Cursor | undefined;
  readonly yielder: Yielder;
}

/** The hits of a page, before they are fetched. */
export interface Collected {
  readonly hits: readonly Candidate[];
  /** Maximum score of all matches; undefined if scores are not needed. */
  readonly max_score: number | undefined;
}

/** Collects the first hits after a cursor, in the order of the sort: all matches are compared. */
export async function collectHits(collection: Collection): Promise<Collected> {
  const { search, limit, matches, cursor, yielder } = collection;
  const { needsScores, shards } = search;
  if (limit === 0) return { hits: [], max_score: undefined };
  // Keys have the same order on all shards.
  const top = topHits(shards[0]?.keys ?? [], limit, cursor);
  let best: number | undefined;
  for (const found of matches) {
    const score = await offerAll(found, { top, keys: at(shards, found.shard).keys, yielder });
    if (score !== undefined && (best === undefined || score > best)) best = score;
    await yielder.yieldIfDue();
  }
  return { hits: top.sorted(), max_score: needsScores ? best : undefined };
}

interface Offering {
  readonly top: TopHits;
  readonly keys: readonly BoundKey[];
  readonly yielder: Yielder;
}

/** Offers all matches of a segment to the page; returns their maximum score. */
async function offerAll(
  matches: ViewMatches,
  { top, keys, yielder }: Offering,
): Promise<number | undefined> {
  const { view, shard } = matches;
  const readers = keys.map((key) => key.read(view));
  const base = positionOf(shard, view.base);
  const [first] = readers;
  let best: number | undefined;
  let seen = 0;
  for (const doc of matches.docs) {
    const score = matches.score(doc);
    if (best === undefined || score > best) best = score;
    if (++seen % scoredStride === 0) await yielder.yieldIfDue();
    const position = base + doc;
    if (first === undefined || top.excludes(first(doc, score), position)) continue;
    const own = readers.map((read) => read(doc, score));
    top.offer({ keys: own, view, shard, doc, score, position });
  }
  return best;
}
