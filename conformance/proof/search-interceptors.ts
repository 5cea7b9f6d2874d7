import type { Interceptor } from '../run/mutation.ts';
import {
  bodyOf,
  editHits,
  hitsIn,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  withBody,
  withHits,
  without,
} from './interceptors.ts';

/** A list of hits. */
export type Hits = readonly Members[];

/** The page size of a search for all hits. */
const wholeList = 1000;

/** Changes the hits of every search; `body` is the body of the request. */
export function onHits(edit: (hits: Hits, body: Members) => Hits): Interceptor {
  return onResponse(['search'], (answer, request) =>
    withHits(answer, (hits) => edit(hits, bodyOf(request))),
  );
}

/** Changes each hit of every search. */
export function onHit(edit: (hit: Members, body: Members) => Members): Interceptor {
  return onHits((hits, body) => hits.map((hit) => edit(hit, body)));
}

/** Changes the body of every search before it is forwarded. */
export function onSearch(edit: (body: Members) => Members): Interceptor {
  return onRequest(['search'], edit);
}

/** Replaces every query of one kind; `edit` receives the field of the query and the value for that field. */
export function onQuery(
  kind: string,
  edit: (field: string, value: unknown) => Members,
): Interceptor {
  return onSearch((body) => {
    const [field] = Object.entries(membersOf(membersOf(body['query'])[kind]));
    return field === undefined ? body : { ...body, query: edit(...field) };
  });
}

/** Changes the sort entries of every search that has a sort. */
export function onSort(edit: (entries: readonly unknown[]) => readonly unknown[]): Interceptor {
  return onSearch((body) =>
    body['sort'] === undefined ? body : { ...body, sort: edit(listOf(body['sort'])) },
  );
}

/** Replaces the cursor of every search with the result of `read` before the search is forwarded. */
export function onCursor(
  read: (values: readonly unknown[], body: Members) => readonly unknown[],
): Interceptor {
  return onSearch((body) =>
    'search_after' in body
      ? { ...body, search_after: read(listOf(body['search_after']), body) }
      : body,
  );
}

/**
 * Answers searches with a cursor from the list of all hits, which it reads with the same search without the cursor;
 * `after` returns the hits that follow the cursor. If the list cannot be read, the search is forwarded unchanged.
 */
export function answeringFromWholeList(
  after: (list: Hits, cursor: readonly unknown[], body: Members) => Hits,
): Interceptor {
  return async (request, forward) => {
    const body = bodyOf(request);
    if (kindOf(request) !== 'search' || !('search_after' in body)) return forward(request);
    const withoutCursor = { ...without(body, 'search_after', 'from'), size: wholeList };
    const response = await forward(withBody(request, withoutCursor));
    if (response.status >= 300) return forward(request);
    const list = after(hitsIn(jsonIn(response)), listOf(body['search_after']), body);
    const page = list.slice(0, Number(body['size'] ?? 10));
    return editHits(response, () => page);
  };
}

/** Returns the index of the hit with these sort values; -1 if there is none. */
export function indexOfCursor(list: Hits, cursor: readonly unknown[]): number {
  const key = String(cursor);
  return list.findIndex((hit) => String(sortOf(hit)) === key);
}

/** Returns the sort values of a hit; empty if there are none. */
export function sortOf(hit: Members): readonly unknown[] {
  return listOf(hit['sort']);
}

/** True if the first of two strings or two numbers is less than the second. */
export function isBefore(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one < other;
  return Number(one) < Number(other);
}

/** Returns the order of the first sort entry. */
export function firstOrder(body: Members): unknown {
  const [firstEntry] = Object.values(membersOf(listOf(body['sort'])[0]));
  return typeof firstEntry === 'string' ? firstEntry : (membersOf(firstEntry)['order'] ?? 'asc');
}

/** Compares hits by their ids, as a comparator for sorting. */
export function byId(one: Members, other: Members): number {
  return String(one['_id']) < String(other['_id']) ? -1 : 1;
}
