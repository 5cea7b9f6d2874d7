import type { Collection } from './collection.ts';
import { candidateMaker, keysOf, ordersOf } from './collection.ts';
import { collectByPosition } from './collect-positions.ts';
import type { WalkedView } from './collect-walk.ts';
import { collectInOrder, walkFor } from './collect-walk.ts';
import { stride } from '../base/yielder.ts';
import type { Candidate, TopHits } from './top-hits.ts';
import { topHits } from './top-hits.ts';
import type { ViewMatches } from './view-matches.ts';
import { nextDoc } from './view-matches.ts';

/** The hits of a page, before they are fetched. */
export interface Collected {
  readonly hits: readonly Candidate[];
  /** Maximum score of all matches; undefined if scores are not needed. */
  readonly max_score: number | undefined;
}

/**
 * Collects the first hits after a cursor, in the order of the sort. If the segments have that order (positions, values
 * of one field), only the documents of the page are visited; otherwise all matches are.
 */
export async function collectHits(collection: Collection): Promise<Collected> {
  const { search, limit, matches, yielder } = collection;
  const { constant_score } = search;
  if (limit === 0) return { hits: [], max_score: undefined };
  if (ordersOf(search)[0]?.kind === 'position') {
    return { hits: await collectByPosition(collection), max_score: constant_score };
  }
  const top = topHits(ordersOf(search), limit, collection.cursor);
  const walked: WalkedView[] = [];
  let maxScore: number | undefined;
  for (const view of matches) {
    const walk = await walkFor(collection, view);
    if (walk !== undefined) {
      walked.push({ matches: view, walk });
      continue;
    }
    const best = await offerAll(collection, view, top);
    if (best !== undefined && (maxScore === undefined || best > maxScore)) maxScore = best;
    await yielder.yieldIfDue();
  }
  await collectInOrder(collection, walked, top);
  const hits = await top.drain(yielder);
  return { hits, max_score: search.needsScores ? maxScore : constant_score };
}

/** Offers all matches of a segment to the page; returns their maximum score. */
async function offerAll(
  { search, yielder }: Collection,
  matches: ViewMatches,
  top: TopHits,
): Promise<number | undefined> {
  const candidate = candidateMaker(search, matches);
  const first = keysOf(search, matches)[0]?.read(matches.view);
  let best: number | undefined;
  let seen = 0;
  for (let doc = nextDoc(matches, 0); doc !== -1; doc = nextDoc(matches, doc + 1)) {
    const score = matches.score(doc);
    if (best === undefined || score > best) best = score;
    const isOut = first !== undefined && top.excludes(first(doc, score));
    if (!isOut) top.offer(candidate(doc, score));
    if (++seen % stride === 0) await yielder.yieldIfDue();
  }
  return best;
}
