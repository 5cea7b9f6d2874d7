import type { WireRequest } from '../base/exchange.ts';
import type { Interceptor } from '../run/mutation.ts';
import {
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  refusal,
  withBody,
  withHits,
  withJson,
  without,
} from './interceptors.ts';

/** A list of hits. */
export type Hits = readonly Members[];

/** The size of a search for all hits. */
const wholeList = 1000;

/** Changes the hits of every search; `body` is that of its request. */
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

/** Changes every query of one kind; `asked` is its value for `field`. */
export function onQuery(
  kind: string,
  edit: (field: string, asked: unknown) => Members,
): Interceptor {
  return onSearch((body) => {
    const [field] = Object.entries(membersOf(membersOf(body['query'])[kind]));
    return field === undefined ? body : { ...body, query: edit(...field) };
  });
}

/** Changes the sort entries of every search that has some. */
export function onSort(edit: (entries: readonly unknown[]) => readonly unknown[]): Interceptor {
  return onSearch((body) =>
    body['sort'] === undefined ? body : { ...body, sort: edit(listOf(body['sort'])) },
  );
}

/** Changes the options of each sort entry in object form. */
export function onSortOptions(edit: (options: Members) => Members): Interceptor {
  return onSort((entries) =>
    entries.map((entry) => {
      const [pair] = Object.entries(membersOf(entry));
      if (pair === undefined || typeof pair[1] === 'string') return entry;
      return { [pair[0]]: edit(membersOf(pair[1])) };
    }),
  );
}

/** Refuses the searches that fit. */
export function refusingSearches(
  fits: (body: Members, request: WireRequest) => boolean,
  status = 400,
): Interceptor {
  return (request, forward) =>
    kindOf(request) === 'search' && fits(bodyOf(request), request)
      ? Promise.resolve(refusal('illegal_argument_exception', 'not taken here', status))
      : forward(request);
}

/** Reads the cursor of a search by `read` before it is forwarded. */
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
 * Answers searches with a cursor from the list of all hits, which is read without the cursor: `after` returns those that
 * follow the cursor. If the whole list cannot be read, the search is forwarded as it is.
 */
export function answeringFromWholeList(
  after: (list: Hits, cursor: readonly unknown[], body: Members) => Hits,
): Interceptor {
  return async (request, forward) => {
    const body = bodyOf(request);
    if (kindOf(request) !== 'search' || !('search_after' in body)) return forward(request);
    const whole = { ...without(body, 'search_after', 'from'), size: wholeList };
    const response = await forward(withBody(request, whole));
    if (response.status >= 300) return forward(request);
    const list = after(hitsIn(jsonIn(response)), listOf(body['search_after']), body);
    const page = list.slice(0, Number(body['size'] ?? 10));
    return withJson(
      response,
      withHits(jsonIn(response), () => page),
    );
  };
}

/** The index of the hit with these sort values; -1 if there is none. */
export function indexOfCursor(list: Hits, cursor: readonly unknown[]): number {
  const key = String(cursor);
  return list.findIndex((hit) => String(sortOf(hit)) === key);
}

/** The sort values of a hit. */
export function sortOf(hit: Members): readonly unknown[] {
  return listOf(hit['sort']);
}

/** Compares two texts or two numbers: true if the first is less. */
export function isBefore(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one < other;
  return Number(one) < Number(other);
}

/** The order of the first sort entry. */
export function firstOrder(body: Members): unknown {
  const [asked] = Object.values(membersOf(listOf(body['sort'])[0]));
  return typeof asked === 'string' ? asked : (membersOf(asked)['order'] ?? 'asc');
}

/** Orders hits with the same first sort value by their ids, so that a lost sort key always shows. */
export function tiesById(hits: Hits): Hits {
  const groups: Members[][] = [];
  for (const hit of hits) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && sortOf(first)[0] === sortOf(hit)[0]) {
      group.push(hit);
    } else groups.push([hit]);
  }
  return groups.flatMap((group) => group.toSorted(byId));
}

/** Compares hits by their ids. */
export function byId(one: Members, other: Members): number {
  return String(one['_id']) < String(other['_id']) ? -1 : 1;
}
