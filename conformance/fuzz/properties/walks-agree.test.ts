import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { test } from 'node:test';
import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { answers, withBody } from '../../testing/mutated-session.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { walksAgree } from './walks-agree.ts';

const tried = onMistakenReferences(walksAgree);

interface Hit {
  readonly _id: string;
  readonly _source: Readonly<Record<string, unknown>>;
  readonly sort?: readonly unknown[];
}

const isSearch = ({ path }: WireRequest): boolean => path.includes('/_search');

/** Changes the hits of searches whose body contains some texts. */
function hits(texts: readonly string[], change: (found: readonly Hit[]) => readonly Hit[]) {
  const fits = (request: WireRequest): boolean =>
    isSearch(request) && texts.every((text) => bodyOf(request).includes(text));
  return answers(fits, (body) => {
    const found = body['hits'] as { hits: readonly Hit[] };
    found.hits = change(found.hits);
  });
}

const holds = ({ _source }: Hit, text: string): boolean => JSON.stringify(_source).includes(text);

const last = (found: readonly Hit[], text: string): readonly Hit[] => [
  ...found.filter((hit) => !holds(hit, text)),
  ...found.filter((hit) => holds(hit, text)),
];

/** Takes some ids of documents for others. */
const folded =
  (change: (path: string) => string): Interceptor =>
  (request, forward) =>
    forward(request.path.includes('/_doc/') ? { ...request, path: change(request.path) } : request);

/** Loses a tied hit of later pages, if an index has nested fields. */
function losesNested(): Interceptor {
  const nested = new Set<string>();
  return async (request, forward) => {
    const [, index = ''] = request.path.split('/');
    if (bodyOf(request).includes('"type":"nested"')) nested.add(index);
    const isLater = nested.size > 0 && bodyOf(request).includes('search_after');
    return isLater ? hits(['pit'], (found) => found.slice(1))(request, forward) : forward(request);
  };
}

/** Takes capitals for small letters where a page goes on, and not in the sort. */
const continuesAsDictionary: Interceptor = (request, forward) => {
  const [, text] = /"search_after":(\[[^\]]*\])/.exec(bodyOf(request)) ?? [];
  const after = JSON.parse(text ?? '[]') as readonly unknown[];
  if (!after.includes('B') || !bodyOf(request).includes('"word":"asc"')) return forward(request);
  const at = after.indexOf('B');
  const isTied = ({ sort = [] }: Hit): boolean =>
    isDeepStrictEqual(sort.slice(0, at), after.slice(0, at));
  const isLost = (hit: Hit): boolean => isTied(hit) && hit.sort?.[at] === 'a';
  return hits([], (found) => found.filter((hit) => !isLost(hit)))(request, forward);
};

const refusesEmptyPages: Interceptor = async (request, forward) => {
  const response = await forward(request);
  if (!isSearch(request) || !bodyOf(request).includes('"size":0')) return response;
  return { ...withBody(response, { error: 'a sort needs hits' }), status: 400 };
};

/** Changes the bodies of searches and scroll requests that fit. */
function rewrites(
  fits: (body: string, request: WireRequest) => boolean,
  change: (body: string) => string,
): Interceptor {
  return (request, forward) => {
    const body = bodyOf(request);
    const isChanged = isSearch(request) && fits(body, request);
    return forward(isChanged ? { ...request, body: change(body) } : request);
  };
}

const withoutKeepTime = (body: string): string => body.replace(/,"keep_alive":"[^"]*"/, '');

/** Leaves a member out of each entry of `sort` after the first. */
const firstOnly =
  (member: RegExp) =>
  (body: string): string =>
    body.replace(/(?<="sort":\[\{.*?\},\{).*(?=\])/, (later) => later.replaceAll(member, ''));

/** Gives all scrolls that the same search opens one cursor. */
function sharesCursors(): Interceptor {
  const searches = new Map<string, string>();
  const latest = new Map<string, string>();
  return async (request, forward) => {
    const body = bodyOf(request);
    const given = [...searches.keys()].find((id) => body.includes(id));
    if (given !== undefined && request.method !== 'DELETE') {
      const shared = latest.get(searches.get(given) ?? '') ?? given;
      return forward({ ...request, body: body.replace(given, shared) });
    }
    const response = await forward(request);
    const answer = Buffer.from(response.body).toString();
    const [, id] = /"_scroll_id":"([^"]+)"/.exec(answer) ?? [];
    if (id === undefined) return response;
    searches.set(id, `${request.path} ${body}`);
    latest.set(`${request.path} ${body}`, id);
    return response;
  };
}

const mistakes: readonly (readonly [string, Interceptor])[] = [
  [
    'the epoch is taken for a missing value in a falling sort of nanoseconds',
    hits(['"numeric_type":"date_nanos"', '"order":"desc"'], (found) =>
      last(found, '"1970-01-01T00:00:00Z"'),
    ),
  ],
  [
    'large unsigned numbers are lost by a rising walk',
    hits(['unsigned_long', '"asc"', 'search_after'], (found) =>
      found.filter((hit) => !holds(hit, '9223372036854776000')),
    ),
  ],
  [
    'ties behind three keys are skipped',
    hits(['"n":"', '"word":"', 'search_after'], (found) => found.slice(1)),
  ],
  ['a page of size 0 is refused if it is sorted', refusesEmptyPages],
  ['a page goes on as a dictionary orders texts', continuesAsDictionary],
  ['tied hits are lost in a point in time if the mapping has a nested field', losesNested()],
  ['a point in time has no second page by from', hits(['"from":2', 'pit'], () => [])],
  [
    'the second slice has hits of the first',
    (request, forward) =>
      forward({ ...request, body: bodyOf(request).replace('"slice":{"id":1', '"slice":{"id":0') }),
  ],
  [
    'a slice by a field loses the numbers below zero',
    hits(['"field":"signed"'], (found) =>
      found.filter(({ _source }) => Number(_source['signed']) >= 0),
    ),
  ],
  ['a plus in an id is a blank', folded((path) => path.replaceAll('%2B', '%20'))],
  [
    'two Unicode forms of a letter are one id',
    folded((path) => encodeURI(decodeURI(path).normalize('NFC'))),
  ],
  [
    'a sorted search behind a cursor does not extend a point in time',
    rewrites(
      (body) => body.includes('"search_after"') && !body.includes('"sort":[{"_shard_doc"'),
      withoutKeepTime,
    ),
  ],
  [
    'a page of size 0 does not extend a point in time',
    rewrites((body) => body.includes('"size":0'), withoutKeepTime),
  ],
  [
    'a search of a slice does not extend a point in time',
    rewrites((body) => body.includes('"slice"'), withoutKeepTime),
  ],
  [
    'a search by POST does not extend a point in time',
    rewrites((_, { method }) => method === 'POST', withoutKeepTime),
  ],
  [
    'a later page by from does not extend a point in time',
    rewrites((body) => /"from":[1-9]/.test(body), withoutKeepTime),
  ],
  [
    'a scroll continued by GET does not get a new expiry',
    rewrites(
      (body, { method }) => method === 'GET' && body.includes('"scroll_id"'),
      (body) => body.replace('"scroll":"5m"', '"scroll":"2m"'),
    ),
  ],
  [
    'later entries of a sort have no format',
    rewrites((body) => body.includes('"sort"'), firstOnly(/,"format":"[^"]*"/g)),
  ],
  [
    'later entries of a sort have no numeric type',
    rewrites((body) => body.includes('"sort"'), firstOnly(/,"numeric_type":"[^"]*"/g)),
  ],
  ['two scrolls of the same search have one cursor', sharesCursors()],
  ['a query by terms knows the first two', hits(['"terms"'], (found) => found.slice(0, 2))],
];

for (const [what, intercept] of mistakes) {
  test(`walks-agree finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await tried(intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

test('walks-agree lets a server through whose nanoseconds begin in 1970', async () => {
  const asNanoseconds = (request: WireRequest): boolean =>
    isSearch(request) && /"numeric_type":"date_nanos"\}/.test(bodyOf(request));
  const { counterexample, halt } = await tried(
    answers(asNanoseconds, (body) => {
      body['_shards'] = { total: 1, successful: 0, skipped: 0, failed: 1 };
      body['hits'] = { hits: [] };
    }),
  );
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('walks-agree finds a total on later pages that does not have to be tracked', async () => {
  const { counterexample } = await tried((request, forward) => {
    const isLater = bodyOf(request).includes('"search_after"');
    const body = isLater ? bodyOf(request).replace('"track_total_hits":false,', '') : request.body;
    return forward({ ...request, ...(body === undefined ? {} : { body }) });
  });
  assert.match(String(counterexample?.clauses), /search\.track-total-hits-false/);
});

test('walks-agree blames the values for a page after a missing one that is refused, shrunk or not', async () => {
  const refused: Interceptor = async (request, forward) => {
    const response = await forward(request);
    if (!bodyOf(request).includes('"search_after":[null')) return response;
    return { ...withBody(response, { error: 'no value to continue after' }), status: 400 };
  };
  for (const maxShrink_ms of [1, 20_000]) {
    const { counterexample } = await tried(refused, { maxShrink_ms });
    assert.deepEqual(counterexample?.clauses, ['search-after.formatted-date-values']);
  }
});
