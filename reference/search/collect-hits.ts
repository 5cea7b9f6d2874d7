import { at } from '../base/assert.ts';
import type { Yielder } from '../base/yielder.ts';
import { scoredStride } from '../base/yielder.ts';
import type { SegmentView } from '../store/segment.ts';
import { firstEntries } from './first-entries.ts';
import type { ViewMatches } from './match-views.ts';
import type { PreparedSearch } from './prepare-search.ts';
import type { BoundKey, Key, KeyOrder } from './sort/bound-key.ts';
import { compareKeys, positionOf } from './sort/bound-key.ts';

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
  readonly top: ReturnType<typeof topHits>;
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

/**
 * The first `limit` of all offered documents in the order of the sort, after the start of the page.
 *
 * Clauses: search-after.continues-after-values, search-after.continues-descending, search-after.several-sort-keys,
 * search-after.mixed-directions, search-after.end-gives-empty-hits, search-after.walk-returns-every-match,
 * search-after.walk-repeats-no-match, search.sort-several-entries.
 */
function topHits(orders: readonly KeyOrder[], limit: number, cursor: Cursor | undefined) {
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
    offer(candidate: Candidate): void {
      if (isAfter(candidate)) first.offer(candidate);
    },
    /** True if no document with this first key and position can be among the first after the cursor. */
    excludes(key: Key, position: number): boolean {
      const [order] = orders;
      if (order === undefined) return false;
      if (cursor !== undefined && compareKeys(key, cursor.keys[0] ?? null, order) < 0) return true;
      const last = first.last();
      if (last === undefined) return false;
      const after = compareKeys(key, last.keys[0] ?? null, order);
      return after > 0 || (after === 0 && orders.length === 1 && position > last.position);
    },
    sorted: () => first.sorted(),
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
