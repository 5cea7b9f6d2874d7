import { at } from '../base/assert.ts';
import type { Yielder } from '../base/yielder.ts';
import type { SegmentView } from '../store/segment.ts';
import { firstEntries } from './first-entries.ts';
import type { ViewMatches } from './match-views.ts';
import type { PreparedSearch } from './prepare-search.ts';
import type { Key, KeyOrder } from './sort/bound-key.ts';
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

/**
 * Collects the first hits after a cursor, in the order of the sort: all matches are compared. Returns also the maximum
 * score of all matches, if scores are needed.
 */
export async function collectHits({ search, limit, matches, cursor, yielder }: Collection) {
  const { needsScores, shards } = search;
  if (limit === 0) return { hits: [], max_score: undefined };
  // Keys have the same order on all shards.
  const top = topHits(shards[0]?.keys ?? [], limit, cursor);
  let best: number | undefined;
  let seen = 0;
  for (const { shard, view, docs, score: scoreOf } of matches) {
    const readers = at(shards, shard).keys.map((key) => key.read(view));
    const first = at(readers, 0);
    const base = positionOf(shard, view.base);
    const rest = () => (++seen % view.segment.stride === 0 ? yielder.yieldIfDue() : undefined);
    for (const doc of docs) {
      const score = scoreOf(doc);
      if (best === undefined || score > best) best = score;
      if (++seen % view.segment.stride === 0) await yielder.yieldIfDue();
      const position = base + doc;
      if (top.excludes(first(doc, score), position)) continue;
      const keys = await keysOf(readers, { doc, score, rest });
      top.offer({ keys, view, shard, doc, score, position });
    }
    await yielder.yieldIfDue();
  }
  return { hits: top.sorted(), max_score: needsScores ? best : undefined };
}

/** A document, and what may wait before each of its keys is read, as it may have many values. */
interface Read {
  readonly doc: number;
  readonly score: number;
  readonly rest: () => Promise<void> | undefined;
}

async function keysOf(
  readers: readonly ((doc: number, score: number) => Key)[],
  { doc, score, rest }: Read,
): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (const read of readers) {
    const due = rest();
    if (due !== undefined) await due;
    keys.push(read(doc, score));
  }
  return keys;
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
