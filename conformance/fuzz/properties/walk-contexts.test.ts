import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireRequest } from '../../base/exchange.ts';
import { withPart } from '../../description/exchange-parts.ts';
import { kindOf, segmentsOf, targetOf } from '../../proof/calls.ts';
import {
  answer,
  bodyOf as membersIn,
  hitsIn,
  jsonIn,
  listOf,
  membersOf,
  onRequest,
  withHits,
  withJson,
  without,
} from '../../proof/interceptors.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { withDocument as withMembers } from '../../run/rewritings/json-requests.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { withBody } from '../../testing/mutated-session.ts';
import { walksAgree } from './walks-agree.ts';

const tried = onMistakenReferences(walksAgree);

const keepsScrolls = (): Interceptor =>
  onRequest(['continue-scroll'], (body) => ({ scroll: '1m', ...body }));

/** Searches the current documents of its target instead of a point in time. */
function livePit(): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    const body = membersIn(request);
    const { id } = membersOf(body['pit']);
    const target = kindOf(request) === 'search' ? targets.get(id) : undefined;
    if (target === undefined) {
      const response = await forward(request);
      if (kindOf(request) === 'open-pit') targets.set(jsonIn(response)['id'], targetOf(request));
      return response;
    }
    const cursor = listOf(body['search_after']).slice(0, listOf(body['sort']).length);
    const search = {
      ...without(body, 'pit', 'search_after'),
      ...(cursor.length > 0 ? { search_after: cursor } : {}),
    };
    const response = await forward(withMembers({ ...request, path: `/${target}/_search` }, search));
    return withJson(response, { ...jsonIn(response), pit_id: id });
  };
}

/** Answers each request of a scroll with the next page of its search, which runs again. */
function liveScroll(): Interceptor {
  const searches = new Map<unknown, { readonly request: WireRequest; from: number }>();
  return async (request, forward) => {
    const kind = kindOf(request);
    const search = searches.get(membersIn(request)['scroll_id']);
    const response = await forward(request);
    if (kind === 'open-scroll') {
      const plain = withPart(request, 'query/scroll', undefined);
      searches.set(jsonIn(response)['_scroll_id'], { request: plain, from: 0 });
    }
    if (kind !== 'continue-scroll' || search === undefined) return response;
    const body = membersIn(search.request);
    search.from += Number(body['size'] ?? 10);
    const page = await forward(withMembers(search.request, { ...body, from: search.from }));
    return withJson(
      response,
      withHits(jsonIn(response), () => hitsIn(jsonIn(page))),
    );
  };
}

/** Removes all contexts of a kind when one of them is removed. */
function removingAll(): Interceptor {
  const open = { pits: new Set<unknown>(), scrolls: new Set<unknown>() };
  return async (request, forward) => {
    const kind = kindOf(request);
    const isScroll = kind === 'clear-scroll' && !segmentsOf(request).includes('_all');
    if (isScroll) {
      const body = { scroll_id: [...open.scrolls] };
      await forward(withMembers({ ...request, path: '/_search/scroll' }, body));
    }
    if (kind === 'close-pit') {
      for (const id of open.pits) await forward(withMembers(request, { id }));
    }
    if (isScroll || kind === 'close-pit') return answer(200, { succeeded: true, num_freed: 1 });
    const response = await forward(request);
    if (kind === 'open-pit') open.pits.add(jsonIn(response)['id']);
    if (kind === 'open-scroll') open.scrolls.add(jsonIn(response)['_scroll_id']);
    return response;
  };
}

const context = /_pit$|\/scroll$/;

const clearsNothing: Interceptor = async (request, forward) =>
  request.method === 'DELETE' && context.test(request.path)
    ? withBody(await forward({ method: 'GET', path: '/', headers: {} }), { succeeded: true })
    : forward(request);

/** Releases a scroll with its first empty batch. */
const endsAtTheEnd: Interceptor = async (request, forward) => {
  const response = await forward(request);
  const isEnd = /"hits":\[\]/.test(Buffer.from(response.body).toString());
  if (request.path === '/_search/scroll' && isEnd) {
    const { scroll_id } = JSON.parse(bodyOf(request)) as { readonly scroll_id: string };
    const body = JSON.stringify({ scroll_id });
    const headers = { 'content-type': 'application/json' };
    await forward({ method: 'DELETE', path: '/_search/scroll', headers, body });
  }
  return response;
};

/** Leaves alone what opens a sliced scroll: a wrong slice is another mistake. */
function unlessSliced(intercept: Interceptor): Interceptor {
  return (request, forward) =>
    bodyOf(request).includes('"slice"') ? forward(request) : intercept(request, forward);
}

for (const [name, clause, intercept] of [
  ['scroll-is-a-live-view', /^scroll.snapshot-/, unlessSliced(liveScroll())],
  [
    'removal-of-a-context-removes-every-one',
    /^point-in-time.delete-leaves-others|^scroll.clear-leaves-other-contexts$/,
    removingAll(),
  ],
  ['scroll-kept-without-keep-time', /^scroll.continue-without-keep-time-releases/, keepsScrolls()],
  [
    'released-contexts-stay-open',
    /^point-in-time.delete-removes|^scroll.clear-by-id$/,
    clearsNothing,
  ],
  ['scrolls-end-with-their-hits', /^scroll.end-keeps-context-open$/, endsAtTheEnd],
] as const) {
  test(`walks-agree accuses the right clause of a server with wrong contexts: ${name}`, async () => {
    const { counterexample, halt } = await tried(intercept, { maxShrink_ms: 30_000 });
    assert.equal(halt, undefined);
    assert.equal(counterexample?.clauses.length, 1);
    assert.match(String(counterexample.clauses), clause);
  });
}

test('walks-agree finds a live view in place of a point in time', async () => {
  const { counterexample } = await tried(livePit());
  assert.ok(counterexample);
});
