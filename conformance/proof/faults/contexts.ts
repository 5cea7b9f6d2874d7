import type { WireRequest } from '../../base/exchange.ts';
import { withPart } from '../../description/exchange-parts.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import { kindOf, segmentsOf, targetOf } from '../calls.ts';
import {
  answer,
  bodyOf,
  hitsIn,
  inPlaceOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  onRequest,
  onResponse,
  withBody,
  withHits,
  withJson,
  without,
} from '../interceptors.ts';

/** The number of documents that fit into the part of a tiebreaker that is for one shard. */
const documentsOfShard = 2 ** 32;

/** Faults of scrolls and points in time. */
export const contextFaults: readonly Fault[] = [
  fault(
    'pit-is-a-live-view',
    [
      'point-in-time.snapshot-keeps-replaced-documents',
      'point-in-time.snapshot-hides-added-documents',
      'point-in-time.snapshot-keeps-deleted-documents',
      'point-in-time.latest-id-searchable',
      'search-after.point-in-time-walk-ignores-writes',
    ],
    livePit,
  ),
  fault(
    'scroll-is-a-live-view',
    [
      'scroll.snapshot-keeps-replaced-documents',
      'scroll.snapshot-hides-added-documents',
      'scroll.snapshot-keeps-deleted-documents',
    ],
    liveScroll,
  ),
  fault('pit-over-indices-beside-the-target', ['point-in-time.covers-target-only'], () =>
    inPlaceOf(['open-pit'], (request, forward) => {
      const neighbours = targetOf(request).replace(/[^-,]+$/, '*');
      return forward({ ...request, path: request.path.replace(/^\/[^/]+/, `/${neighbours}`) });
    }),
  ),
  fault(
    'removal-of-a-context-removes-every-one',
    ['point-in-time.delete-leaves-others', 'scroll.clear-leaves-other-contexts'],
    removingAll,
  ),
  fault(
    'tiebreaker-begins-anew-in-each-shard',
    [
      'point-in-time.tiebreaker-unique-across-shards',
      'point-in-time.tiebreaker-unique',
      'point-in-time.shard-doc-ascending',
    ],
    () =>
      onResponse(['search'], (body, request) =>
        'pit' in bodyOf(request) && 'sort' in bodyOf(request)
          ? withHits(body, (hits) => hits.map(withTiebreakerOfShard))
          : body,
      ),
  ),
  fault(
    'scroll-kept-without-keep-time',
    [
      'scroll.continue-without-keep-time-releases',
      'scroll.continue-without-keep-time-releases-shards',
    ],
    () => onRequest(['continue-scroll'], (body) => ({ scroll: '1m', ...body })),
  ),
  fault(
    'scroll-without-maximum',
    ['scroll.context-maximum-refused', 'scroll.context-maximum-setting'],
    () =>
      inPlaceOf(['open-scroll'], async (request, forward) => {
        const response = await forward(request);
        if (response.status !== 429) return response;
        const plain = await forward(withPart(request, 'query/scroll', undefined));
        return answer(200, { ...jsonIn(plain), _scroll_id: 'one-too-many' });
      }),
  ),
  fault('scroll-aggregations-in-every-batch', ['scroll.aggregations-not-in-later-responses'], () =>
    onResponse(['continue-scroll'], (body) => ({ ...body, aggregations: {} })),
  ),
];

/** Searches the current documents of its target instead of a point in time. */
function livePit(): Interceptor {
  const targets = new Map<unknown, string>();
  return async (request, forward) => {
    const body = bodyOf(request);
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
    const response = await forward(withBody({ ...request, path: `/${target}/_search` }, search));
    return withJson(response, { ...jsonIn(response), pit_id: id });
  };
}

/** Answers each request of a scroll with the next page of its search, which runs again. */
function liveScroll(): Interceptor {
  const searches = new Map<unknown, { readonly request: WireRequest; from: number }>();
  return async (request, forward) => {
    const kind = kindOf(request);
    const search = searches.get(bodyOf(request)['scroll_id']);
    const response = await forward(request);
    if (kind === 'open-scroll') {
      const plain = withPart(request, 'query/scroll', undefined);
      searches.set(jsonIn(response)['_scroll_id'], { request: plain, from: 0 });
    }
    if (kind !== 'continue-scroll' || search === undefined) return response;
    const body = bodyOf(search.request);
    search.from += Number(body['size'] ?? 10);
    const page = await forward(withBody(search.request, { ...body, from: search.from }));
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
      await forward(withBody({ ...request, path: '/_search/scroll' }, body));
    }
    if (kind === 'close-pit') {
      for (const id of open.pits) await forward(withBody(request, { id }));
    }
    if (isScroll || kind === 'close-pit') return answer(200, { succeeded: true, num_freed: 1 });
    const response = await forward(request);
    if (kind === 'open-pit') open.pits.add(jsonIn(response)['id']);
    if (kind === 'open-scroll') open.scrolls.add(jsonIn(response)['_scroll_id']);
    return response;
  };
}

function withTiebreakerOfShard(hit: Members): Members {
  const values = listOf(hit['sort']);
  return { ...hit, sort: [...values.slice(0, -1), Number(values.at(-1)) % documentsOfShard] };
}
