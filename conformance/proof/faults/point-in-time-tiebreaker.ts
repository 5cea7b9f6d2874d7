import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOf, editHits, kindOf, listOf, type Members, membersOf } from '../interceptors.ts';

/** The mask of the bits of a tiebreaker that number the documents of one shard. */
const documentBits = 0xffffffffn;

/** Faults of the tiebreaker, and of walks that use it. */
export const tiebreakerFaults: readonly Fault[] = [
  fault('pit-with-two-tiebreakers', ['point-in-time.tiebreaker-is-last-sort-value'], () =>
    onImplicit((hits) => hits.map((hit) => withSort(hit, [...sortOf(hit), 0]))),
  ),
  fault(
    'pit-tiebreaker-begins-anew-in-each-index',
    ['point-in-time.tiebreaker-unique', 'point-in-time.shard-doc-ascending'],
    () => onSorted((hits) => hits.map((hit) => withLast(hit, (last) => inShard(last)))),
  ),
  fault('pit-tiebreaker-is-place-on-the-page', ['point-in-time.tiebreaker-constant'], () =>
    onImplicit((hits) => hits.map((hit, place) => withLast(hit, () => place))),
  ),
  fault('pit-ties-by-id', ['point-in-time.tiebreaker-ascending'], () =>
    onImplicit((hits) => hits.toSorted(byFirstValueThenId)),
  ),
  fault('pit-walk-without-total-loses-a-hit', ['point-in-time.shard-doc-walk-without-total'], () =>
    onSorted((hits, body) =>
      body['track_total_hits'] === false && 'search_after' in body ? hits.slice(1) : hits,
    ),
  ),
];

function onSorted(
  edit: (hits: readonly Members[], body: Members) => readonly Members[],
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const body = bodyOf(request);
    const sorted = kindOf(request) === 'search' && 'pit' in body && 'sort' in body;
    if (!sorted || response.status >= 300) return response;
    return editHits(response, (hits) => edit(hits, body));
  };
}

/** Changes the hits of searches that do not name the tiebreaker in their sort. */
function onImplicit(edit: (hits: readonly Members[]) => readonly Members[]): Interceptor {
  return onSorted((hits, body) =>
    listOf(body['sort']).some((entry) => '_shard_doc' in membersOf(entry)) ? hits : edit(hits),
  );
}

function sortOf(hit: Members): readonly unknown[] {
  return listOf(hit['sort']);
}

function withSort(hit: Members, sort: readonly unknown[]): Members {
  return { ...hit, sort };
}

function withLast(hit: Members, edit: (last: unknown) => unknown): Members {
  const values = sortOf(hit);
  return withSort(hit, [...values.slice(0, -1), edit(values.at(-1))]);
}

function inShard(value: unknown): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  return Number(BigInt(value) & documentBits);
}

function byFirstValueThenId(one: Members, other: Members): number {
  const [a, b] = [Number(sortOf(one)[0]), Number(sortOf(other)[0])];
  if (a !== b) return b - a;
  return String(one['_id']) < String(other['_id']) ? -1 : 1;
}
