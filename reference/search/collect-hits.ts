import type { Pace } from './pace.ts';
import { stride } from './pace.ts';
import type { PreparedSearch } from './prepare-search.ts';
import type { BoundKey } from './sort/bound-key.ts';
import type { Key } from './sort/key.ts';
import { positionOf } from './sort/key.ts';
import type { ViewWalk, WalkStart } from './sort/walk.ts';
import { walkInOrder } from './sort/walk.ts';
import type { Candidate, Cursor, TopHits } from './top-hits.ts';
import { topHits } from './top-hits.ts';
import type { ViewMatches } from './view-matches.ts';
import { isMatch, nextDoc, previousDoc } from './view-matches.ts';

export interface Collection {
  readonly search: PreparedSearch;
  readonly matches: readonly ViewMatches[];
  /** How many hits to collect from the cursor on. */
  readonly limit: number;
  readonly cursor: Cursor | undefined;
  readonly pace: Pace;
}

export interface Collected {
  readonly hits: readonly Candidate[];
  /** The best score of all matches; undefined where it was not needed. */
  readonly max_score: number | undefined;
}

/**
 * Collects the first hits after a cursor, in the order of the sort. Documents are looked at in that order where the
 * segments keep one (positions, values of one field), from the cursor on and only as far as the page goes;
 * otherwise all matches are.
 */
export async function collectHits(collection: Collection): Promise<Collected> {
  const { search, limit, matches } = collection;
  if (limit === 0) return { hits: [], max_score: undefined };
  const [primary] = search.shards[0]?.keys ?? [];
  if (primary?.kind === 'position')
    return { hits: await byPosition(collection), max_score: search.constant_score };
  const top = topHits(ordersOf(search), limit, collection.cursor);
  let max_score: number | undefined;
  for (const view of matches) {
    const offer = offerOf(search, view, top);
    const walk = walkFor(collection, view);
    if (walk !== undefined) walkView(collection, { view, walk, top, offer });
    else {
      const best = await offerAll(view, offer, collection.pace);
      if (best !== undefined && (max_score === undefined || best > max_score)) max_score = best;
    }
    await collection.pace.check();
  }
  return { hits: top.list(), max_score: search.needs_scores ? max_score : search.constant_score };
}

function ordersOf({ shards }: PreparedSearch): readonly BoundKey[] {
  return shards[0]?.keys ?? [];
}

/** Takes a document of one segment and the first key it has; true where it is among the best so far. */
type Offer = (doc: number, score: number) => boolean;

function keysOf(search: PreparedSearch, { shard }: ViewMatches): readonly BoundKey[] {
  return search.shards[shard]?.keys ?? [];
}

function offerOf(search: PreparedSearch, matches: ViewMatches, top: TopHits): Offer {
  const { view, shard } = matches;
  const readers = keysOf(search, matches).map((key) => key.read(view));
  const [first] = readers;
  return (doc, score) => {
    if (first !== undefined && top.excludes(first(doc, score))) return false;
    const keys = readers.map((read) => read(doc, score));
    return top.offer({
      keys,
      view,
      shard,
      doc,
      score,
      position: positionOf(shard, view.base + doc),
    });
  };
}

async function offerAll(
  matches: ViewMatches,
  offer: Offer,
  pace: Pace,
): Promise<number | undefined> {
  let best: number | undefined;
  let seen = 0;
  for (let doc = nextDoc(matches, 0); doc !== -1; doc = nextDoc(matches, doc + 1)) {
    const score = matches.score(doc);
    if (best === undefined || score > best) best = score;
    offer(doc, score);
    if (++seen % stride === 0) await pace.check();
  }
  return best;
}

/**
 * Few matches in a large segment are cheaper to look at all than to be met in order. Either way all pages of a search
 * together cost no more than the segment's size: m matches are all looked at m / limit times only while m² ≤ limit · size.
 */
function walkFor({ search, limit }: Collection, matches: ViewMatches): ViewWalk | undefined {
  const { count, view } = matches;
  if (search.needs_scores || count * count <= limit * view.segment.size) return undefined;
  return keysOf(search, matches)[0]?.walk?.(view);
}

interface ViewWalking {
  readonly view: ViewMatches;
  readonly walk: ViewWalk;
  readonly top: TopHits;
  readonly offer: Offer;
}

function walkView(collection: Collection, { view, walk, top, offer }: ViewWalking): void {
  const keys = keysOf(collection.search, view);
  const [order, second] = keys;
  if (order === undefined) return;
  const isInPosition = second === undefined || (second.kind === 'position' && !second.descending);
  const start = startOf(collection, view, isInPosition);
  const score = collection.search.constant_score ?? 0;
  walkInOrder(walk, { order, start }, (doc, key) => {
    if (!isMatch(view, doc)) return !top.excludes(key);
    if (offer(doc, score)) return true;
    return !(isInPosition && top.isFull()) && !top.excludes(key);
  });
}

/** Where a segment's walk goes on: inside the cursor's group only where groups are in the order of positions. */
function startOf(
  { cursor }: Collection,
  { shard, view }: ViewMatches,
  isInPosition: boolean,
): WalkStart | undefined {
  if (cursor === undefined) return undefined;
  const [key = null, second] = cursor.keys;
  if (!isInPosition) return { key, doc: -1 };
  const position = numberOf(cursor.keys.length > 1 ? second : cursor.position);
  if (position === undefined) return { key, doc: Number.POSITIVE_INFINITY };
  return { key, doc: position - positionOf(shard, view.base) };
}

function numberOf(key: Key | undefined): number | undefined {
  return key === undefined || key === null || typeof key === 'string' ? undefined : Number(key);
}

/** Collects by position: a page starts at the document after the cursor and costs what it gives. */
async function byPosition(collection: Collection): Promise<readonly Candidate[]> {
  const { search, matches, cursor, limit, pace } = collection;
  const isDescending = ordersOf(search)[0]?.descending === true;
  const place = numberOf(cursor?.keys[0] ?? cursor?.position);
  const hits: Candidate[] = [];
  let seen = 0;
  for (const view of isDescending ? matches.toReversed() : matches) {
    const offer = candidateOf(search, view);
    const step = isDescending ? downFrom(view, place) : upFrom(view, place);
    for (let doc = step.first; doc !== -1; doc = step.next(doc)) {
      if (hits.length === limit) return hits;
      hits.push(offer(doc));
      if (++seen % stride === 0) await pace.check();
    }
    if (hits.length === limit) return hits;
  }
  return hits;
}

function candidateOf(search: PreparedSearch, matches: ViewMatches): (doc: number) => Candidate {
  const { view, shard } = matches;
  const readers = keysOf(search, matches).map((key) => key.read(view));
  return (doc) => {
    const score = matches.score(doc);
    const keys = readers.map((read) => read(doc, score));
    return { keys, view, shard, doc, score, position: positionOf(shard, view.base + doc) };
  };
}

interface Steps {
  readonly first: number;
  readonly next: (doc: number) => number;
}

function upFrom(view: ViewMatches, place: number | undefined): Steps {
  const after = place === undefined ? -1 : place - positionOf(view.shard, view.view.base);
  return {
    first: nextDoc(view, Math.max(0, Math.floor(after) + 1)),
    next: (doc) => nextDoc(view, doc + 1),
  };
}

function downFrom(view: ViewMatches, place: number | undefined): Steps {
  const { size } = view.view.segment;
  const before = place === undefined ? size : place - positionOf(view.shard, view.view.base);
  return {
    first: previousDoc(view, Math.max(0, Math.min(size, Math.ceil(before))) - 1),
    next: (doc) => previousDoc(view, doc - 1),
  };
}
