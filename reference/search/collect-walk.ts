import { at } from '../base/assert.ts';
import type { Collection } from './collection.ts';
import { candidateMaker, keysOf, numberOf } from './collection.ts';
import { positionOf } from './sort/key.ts';
import type { ViewWalk, WalkStart } from './sort/walk.ts';
import { walkInOrder } from './sort/walk.ts';
import type { TopHits } from './top-hits.ts';
import type { ViewMatches } from './view-matches.ts';
import { isMatch } from './view-matches.ts';

/** A segment whose matches are visited in the order of the first sort key. */
export interface WalkedView {
  readonly matches: ViewMatches;
  readonly walk: ViewWalk;
}

/**
 * Returns the sorted walk of a segment, or undefined if it is cheaper to visit all matches. All pages of a search
 * together cost no more than the size of the segment: m matches are visited m / limit times only while m² ≤ limit ·
 * size.
 */
export async function walkFor(
  { search, limit, yielder }: Collection,
  matches: ViewMatches,
): Promise<ViewWalk | undefined> {
  const { count, view } = matches;
  if (search.needsScores || count * count <= limit * view.segment.size) return undefined;
  const [key] = keysOf(search, matches);
  for (const _ of key?.prepareWalk?.(view) ?? []) {
    const rest = yielder.yieldIfDue();
    if (rest !== undefined) await rest;
  }
  return key?.walk?.(view);
}

/**
 * Offers the first matches of segments that have the order of the first sort key. Each segment first offers its share
 * of a page. After that the end of the page is nearly known, so the second round soon reaches it in every segment.
 */
export async function collectInOrder(
  collection: Collection,
  views: readonly WalkedView[],
  top: TopHits,
): Promise<void> {
  const share = Math.ceil(collection.limit / Math.max(1, views.length));
  const paused: { readonly view: WalkedView; readonly from: WalkStart }[] = [];
  for (const view of views) {
    const from = await walkView(
      { collection, top, view, maxOffers: share },
      startOf(collection, view.matches),
    );
    if (from !== undefined) paused.push({ view, from });
    await collection.yielder.yieldIfDue();
  }
  for (const { view, from } of paused) {
    await walkView({ collection, top, view, maxOffers: Number.POSITIVE_INFINITY }, from);
    await collection.yielder.yieldIfDue();
  }
}

interface ViewWalking {
  readonly collection: Collection;
  readonly top: TopHits;
  readonly view: WalkedView;
  /** The number of documents to offer before the walk pauses. */
  readonly maxOffers: number;
}

/** Number of documents to visit between two checks of the clock. */
const visitsAtOnce = 1024;

/** Walks a segment; returns where the walk paused, or undefined if it reached its end or the end of the page. */
async function walkView(
  walking: ViewWalking,
  start: WalkStart | undefined,
): Promise<WalkStart | undefined> {
  let left = walking.maxOffers;
  let from = start;
  for (;;) {
    const walked = walkPart({ ...walking, maxOffers: left }, from);
    left -= walked.offered;
    from = walked.left;
    if (from === undefined || left <= 0) return from;
    await walking.collection.yielder.yieldIfDue();
  }
}

interface WalkedPart {
  /** Where the walk paused; undefined at its end. */
  readonly left: WalkStart | undefined;
  readonly offered: number;
}

/** Walks a part of a segment. */
function walkPart(walking: ViewWalking, start: WalkStart | undefined): WalkedPart {
  const { collection, top, view, maxOffers } = walking;
  const { search } = collection;
  const { matches, walk } = view;
  const order = at(keysOf(search, matches), 0);
  const candidate = candidateMaker(search, matches);
  const isInPosition = keepsPosition(collection, matches);
  const score = search.constant_score ?? 0;
  let left: WalkStart | undefined;
  let offered = 0;
  let visited = 0;
  walkInOrder(walk, { order, start }, (doc, key) => {
    if (top.excludes(key)) return false;
    if (++visited >= visitsAtOnce) left = { key, doc };
    if (!isMatch(matches, doc)) return left === undefined;
    const isKept = top.offer(candidate(doc, score));
    if (!isKept && isInPosition && top.isFull()) {
      left = undefined;
      return false;
    }
    if (++offered >= maxOffers) left = { key, doc };
    return left === undefined;
  });
  return { left, offered };
}

/** True if documents with equal first keys are sorted only by position. */
function keepsPosition({ search }: Collection, matches: ViewMatches): boolean {
  const [, second] = keysOf(search, matches);
  return second === undefined || (second.kind === 'position' && !second.descending);
}

/**
 * Returns where the walk of a segment continues: within the group of the cursor only if groups are sorted by position.
 */
function startOf(collection: Collection, matches: ViewMatches): WalkStart | undefined {
  const { cursor } = collection;
  if (cursor === undefined) return undefined;
  const key = at(cursor.keys, 0);
  if (!keepsPosition(collection, matches)) return { key, doc: -1 };
  const position = numberOf(cursor.keys.length > 1 ? at(cursor.keys, 1) : cursor.position);
  if (position === undefined) return { key, doc: Number.POSITIVE_INFINITY };
  return { key, doc: position - positionOf(matches.shard, matches.view.base) };
}
