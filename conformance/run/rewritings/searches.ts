import { type Members, without } from '../../base/body.ts';
import { Incomplete } from '../../base/errors.ts';
import { pathnameOf, type WireRequest, type WireResponse } from '../../base/exchange.ts';
import { isSuccess } from '../../client/expectations.ts';
import type { Forward, Interceptor } from '../mutation.ts';
import type { Rewriting, RewritingScope } from '../rewriting.ts';
import {
  changing,
  sending,
  membersOf,
  objectIn,
  createdIndex,
  searchedName,
  withAnswer,
  withDocument,
  withMembers,
} from './json-requests.ts';

/** The members that a page of hits is asked for with. */
const pageMembers = ['query', 'from', 'size', 'sort', 'track_total_hits'];

/** True for a search of one name whose body has only members of the text. */
function isPage(request: WireRequest): boolean {
  const members = searchedName(request) === undefined ? undefined : membersOf(request);
  return members !== undefined && Object.keys(members).every((name) => pageMembers.includes(name));
}

/** True for such a search whose total nothing is said of. */
function saysNoTotal(request: WireRequest): boolean {
  return isPage(request) && membersOf(request)?.['track_total_hits'] === undefined;
}

const withTotal: Rewriting = {
  id: 'total-tracked',
  clause: 'search.track-total-hits-true',
  sentence: 'Each search asks for the total by `track_total_hits` true.',
  ...changing(saysNoTotal, (request) => withMembers(request, { track_total_hits: true })),
};

/** True for a page after the sort values of a hit, without `from`. */
function isLaterPage(request: WireRequest): boolean {
  const members = pathnameOf(request.path).endsWith('/_search') ? membersOf(request) : undefined;
  return members?.['search_after'] !== undefined && members['from'] === undefined;
}

const fromMinusOne: Rewriting = {
  id: 'from-minus-one',
  clause: 'search-after.from-minus-one',
  sentence: 'Each search with `search_after` has `from` -1.',
  ...changing(isLaterPage, (request) => withMembers(request, { from: -1 })),
};

/** True for an order in short form. The names of the service, such as `_doc`, are no fields. */
function isShort([field, order]: readonly [string, unknown]): boolean {
  return typeof order === 'string' && !field.startsWith('_');
}

/** The entries of a sort that are objects; undefined if there are others. */
function sortEntries(sort: unknown): readonly Members[] | undefined {
  const isList = Array.isArray(sort) && sort.every((entry) => typeof entry === 'object');
  return isList ? (sort as readonly Members[]) : undefined;
}

function hasShortSort(request: WireRequest): boolean {
  if (!pathnameOf(request.path).endsWith('/_search')) return false;
  const entries = sortEntries(membersOf(request)?.['sort']) ?? [];
  return entries.some((entry) => Object.entries(entry).some(isShort));
}

function inObjectForm(entry: Members): Members {
  const fields = Object.entries(entry).map((one) =>
    isShort(one) ? [one[0], { order: one[1] }] : one,
  );
  return Object.fromEntries(fields) as Members;
}

const longSort: Rewriting = {
  id: 'sort-as-object',
  clause: 'search.sort-object-form',
  sentence: 'Each sort entry that is an order becomes an object with `order`.',
  leaves: ['search.sort-short-form'],
  ...changing(hasShortSort, (request) => {
    const { sort, ...rest } = membersOf(request) ?? {};
    return withDocument(request, { ...rest, sort: sortEntries(sort)?.map(inObjectForm) });
  }),
};

/** Asks for something else before each search: for a page beyond the window, for another size, and for other documents. */
const askedBefore: Rewriting = {
  id: 'search-asked-before',
  clause: 'from-size.size-bounds-hits',
  sentence:
    'Before each search three others of the same target are sent: with a page that is refused, with another page, and with another query.',
  ...sending(isPage, async (request, forward) => {
    const { query, ...page } = membersOf(request) ?? {};
    const others = [
      { ...page, from: 70_000, size: 100 },
      { ...page, ...(query === undefined ? {} : { query }), from: 1, size: 1 },
      { ...page, query: { term: { 'no-such-field': 'none' } } },
    ];
    for (const other of others) await forward(withDocument(request, other));
    return forward(request);
  }),
};

/** Creates an index with one alias more; undefined if the server creates it only without. */
async function createdWithAlias(
  request: WireRequest,
  alias: string,
  forward: Forward,
): Promise<{ readonly response: WireResponse; readonly isAliased: boolean }> {
  const { aliases, ...rest } = membersOf(request) ?? {};
  const isOpen = aliases !== undefined && typeof aliases !== 'object';
  if (membersOf(request) === undefined || isOpen) {
    return { response: await forward(request), isAliased: false };
  }
  const all = { ...(aliases as Members | undefined), [alias]: {} };
  const response = await forward(withDocument(request, { ...rest, aliases: all }));
  if (isSuccess(response.status)) return { response, isAliased: true };
  const why = `the server creates no index with an alias: status ${response.status}`;
  return { response: await refusedAnyway(request, forward, why), isAliased: false };
}

/** The refusal of a request as it is. Throws Incomplete if it is none: the server lacks the other way alone. */
async function refusedAnyway(
  request: WireRequest,
  forward: Forward,
  why: string,
): Promise<WireResponse> {
  const response = await forward(request);
  if (isSuccess(response.status)) throw new Incomplete(why);
  return response;
}

/** Each index gets an alias when it is created, by which it is searched. */
function startAliases(): Interceptor {
  const aliases = new Map<string, string>();
  return async (request, forward) => {
    const created = createdIndex(request);
    if (created !== undefined) {
      const alias = `${created}-alias`;
      const { response, isAliased } = await createdWithAlias(request, alias, forward);
      if (isAliased) aliases.set(created, alias);
      return response;
    }
    const [, name = '', rest = ''] = /^\/([^/?]+)(\/_search(?:\?.*)?)$/.exec(request.path) ?? [];
    const alias = aliases.get(name);
    if (alias === undefined) return forward(request);
    return forward({ ...request, path: `/${alias}${rest}` });
  };
}

const byAlias: Rewriting = {
  id: 'by-alias',
  clause: 'index.alias-searchable',
  sentence: 'Each index gets an alias when it is created, and is searched by it.',
  applies: ({ path }) => /^\/[^_/*,?][^/*,?]*\/_search(?:\?|$)/.test(path),
  start: startAliases,
};

/** True for a search whose hits a point in time gives in the same order. */
function isForPit(request: WireRequest): boolean {
  if (!isPage(request)) return false;
  const { sort = [] } = membersOf(request) ?? {};
  return sortEntries(sort) !== undefined && !JSON.stringify(sort).includes('_shard_doc');
}

/** Searches in a point in time that is opened before and closed after. */
async function searchedInPit(
  request: WireRequest,
  forward: Forward,
  scope: RewritingScope,
): Promise<WireResponse> {
  const headers = without(request.headers, 'content-type');
  const path = `/${searchedName(request)}/_pit?keep_alive=1m`;
  const opened = await forward({ method: 'POST', path, headers });
  const id = objectIn(Buffer.from(opened.body).toString())?.['id'];
  if (!isSuccess(opened.status) || typeof id !== 'string') {
    const why = `the server opens no point in time: status ${opened.status}`;
    return refusedAnyway(request, forward, why);
  }
  const closing = withDocument({ method: 'DELETE', path: '/_pit', headers }, { id });
  scope.announceCleanup([closing]);
  const pit = { id, keep_alive: '1m' };
  const response = await forward({ ...withMembers(request, { pit }), path: '/_search' });
  await forward(closing);
  const sort = membersOf(request)?.['sort'];
  return outsidePit(response, Array.isArray(sort) ? sort.length : 0);
}

/** The answer without the id of the point in time and without its tiebreaker. */
function outsidePit(response: WireResponse, keys: number): WireResponse {
  const document = objectIn(Buffer.from(response.body).toString());
  const rest = without(document ?? {}, 'pit_id');
  const { hits: all } = (rest['hits'] ?? {}) as { readonly hits?: unknown };
  if (!isSuccess(response.status) || !Array.isArray(all)) return response;
  const hits = all.map(({ sort, ...hit }: Members) =>
    keys > 0 && Array.isArray(sort) ? { ...hit, sort: sort.slice(0, keys) } : hit,
  );
  return withAnswer(response, { ...rest, hits: { ...(rest['hits'] as Members), hits } });
}

const inPointInTime: Rewriting = {
  id: 'in-a-point-in-time',
  clause: 'point-in-time.covers-whole-target',
  sentence: 'Each search is sent in a point in time of its target.',
  // A window is set for an index.
  leaves: ['from-size.window-setting-raises', 'from-size.window-setting-per-index'],
  ...sending(isForPit, searchedInPit),
};

const scrollByGet: Rewriting = {
  id: 'scroll-by-get',
  clause: 'scroll.continue-by-get',
  sentence: 'Each scroll is continued by GET.',
  leaves: ['scroll.continue-by-post'],
  ...changing(
    ({ method, path }) => method === 'POST' && path === '/_search/scroll',
    (request) => ({ ...request, method: 'GET' }),
  ),
};

/** The rewritings of searches. */
export const searchRewritings: readonly Rewriting[] = [
  scrollByGet,
  askedBefore,
  byAlias,
  inPointInTime,
  withTotal,
  fromMinusOne,
  longSort,
];
