import type { Collection } from './collection.ts';
import { candidateMaker, numberOf, ordersOf } from './collection.ts';
import { stride } from '../base/yielder.ts';
import { positionOf } from './sort/key.ts';
import type { Candidate } from './top-hits.ts';
import type { ViewMatches } from './view-matches.ts';
import { nextDoc, previousDoc } from './view-matches.ts';

/**
 * Collects hits in the order of their positions: a page starts at the document after the cursor, and its cost depends
 * only on its size.
 *
 * Clauses: scroll.sort-by-doc, point-in-time.shard-doc-ascending, point-in-time.shard-doc-descending,
 * point-in-time.shard-doc-walk-without-total.
 */
export async function collectByPosition(collection: Collection): Promise<readonly Candidate[]> {
  const { search, matches, cursor, limit, yielder } = collection;
  const isDescending = ordersOf(search)[0]?.descending === true;
  const place = numberOf(cursor?.keys[0] ?? cursor?.position);
  const hits: Candidate[] = [];
  let seen = 0;
  for (const view of isDescending ? matches.toReversed() : matches) {
    const candidate = candidateMaker(search, view);
    const step = isDescending ? downFrom(view, place) : upFrom(view, place);
    for (let doc = step.first; doc !== -1; doc = step.next(doc)) {
      if (hits.length === limit) return hits;
      hits.push(candidate(doc, view.score(doc)));
      if (++seen % stride === 0) await yielder.yieldIfDue();
    }
    if (hits.length === limit) return hits;
  }
  return hits;
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
