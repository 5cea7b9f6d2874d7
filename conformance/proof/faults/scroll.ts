import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  addressOf,
  answer,
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  onRequest,
  onResponse,
  refusal,
  withBody,
  withJson,
  without,
} from '../interceptors.ts';
import {
  acknowledging,
  laterBatchesFrom,
  neighboursOf,
  onBatch,
  onLiveBatch,
  withIndices,
  withTarget,
} from '../scroll-interceptors.ts';

const cleared = { succeeded: true, num_freed: 1 };

/** Faults of the requests that open, continue and clear scrolls. */
export const scrollFaults: readonly Fault[] = [
  fault('scroll-id-is-a-number', ['scroll.first-response-has-scroll-id'], () =>
    onResponse(['open-scroll'], (body) => ({ ...body, _scroll_id: 1 })),
  ),
  fault('scroll-size-in-each-index', ['scroll.size-bounds-later-batches'], () =>
    withIndices((request, { length }) =>
      opens(request) ? withBody(request, enlarged(bodyOf(request), length)) : request,
    ),
  ),
  fault(
    'scroll-of-seconds-kept-for-one',
    ['scroll.open-until-keep-time-is-over'],
    () => (request, forward) =>
      forward({ ...request, path: request.path.replace(/([?&]scroll=)\d+s/, '$11s') }),
  ),
  fault('scroll-default-size-of-a-hundred', ['scroll.size-default'], () =>
    onRequest(['open-scroll'], (body) => ({ size: 100, ...body })),
  ),
  fault('scroll-query-only-in-first-batch', ['scroll.query-restricts-every-batch'], () =>
    laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'query'))),
  ),
  fault(
    'scroll-takes-first-index-of-an-alias',
    ['scroll.every-match-returned', 'scroll.sort-orders-across-batches'],
    () =>
      withIndices((request, [first = '']) =>
        opens(request) ? withTarget(request, first) : request,
      ),
  ),
  fault('scroll-later-batches-leave-the-target', ['scroll.continue-stays-in-target'], () =>
    laterBatchesFrom((request) => withTarget(request, neighboursOf(request))),
  ),
  fault(
    'clear-scroll-frees-first-of-a-list',
    ['scroll.clear-by-id-list', 'scroll.clear-by-path-list'],
    () => clearingOnly((ids) => ids.slice(0, 1)),
  ),
  fault('clear-scroll-reads-no-path', ['scroll.clear-by-path', 'scroll.clear-by-path-list'], () =>
    acknowledging((request) => clears(request) && idsInPath(request).length > 0),
  ),
  fault('clear-scroll-reads-no-query-string', ['scroll.clear-by-query-string'], () =>
    acknowledging((request) => clears(request) && addressOf(request).query.has('scroll_id')),
  ),
  fault(
    'clear-scroll-frees-every-context',
    ['scroll.clear-leaves-other-contexts'],
    clearingAllKnown,
  ),
  fault('scroll-maximum-of-four-hundred', ['scroll.context-maximum-default'], () =>
    boundedBy({ most: 400, freeing: true }),
  ),
  fault('scroll-contexts-freed-by-clearing-only', ['scroll.context-maximum-counts-open-only'], () =>
    boundedBy({ most: 500, freeing: true }),
  ),
  fault(
    'scroll-without-maximum',
    ['scroll.context-maximum-refused', 'scroll.context-maximum-setting'],
    () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'open-scroll' || response.status !== 429) return response;
      const plain = { ...request, path: request.path.replace(/[?&]scroll=[^&]*/, '') };
      const found = await forward(plain);
      return answer(200, { ...jsonIn(found), _scroll_id: 'one-too-many' });
    },
  ),
  fault('scroll-repeats-first-batch', ['scroll.open', 'scroll.no-match-repeated'], () =>
    onBatch(async ({ request, forward, scroll, turn }) =>
      turn === 1 ? answer(200, without(scroll.first, 'aggregations')) : forward(request),
    ),
  ),
  fault('scroll-shows-live-content', ['scroll.snapshot-keeps-replaced-documents'], () =>
    onLiveBatch((hits, live) =>
      hits.map((hit) => ({
        ...hit,
        _source: live.find((one) => one['_id'] === hit['_id'])?.['_source'] ?? hit['_source'],
      })),
    ),
  ),
  fault(
    'scroll-drops-documents-deleted-meanwhile',
    ['scroll.snapshot-keeps-deleted-documents'],
    () =>
      onLiveBatch((hits, live) =>
        hits.filter((hit) => live.some((one) => one['_id'] === hit['_id'])),
      ),
  ),
  fault(
    'scroll-shows-documents-added-meanwhile',
    ['scroll.snapshot-hides-added-documents'],
    additions,
  ),
  fault(
    'scroll-refused-at-its-end',
    ['scroll.end-returns-empty-hits', 'scroll.end-keeps-context-open'],
    () => async (request, forward) => {
      const response = await forward(request);
      const ended = kindOf(request) === 'continue-scroll' && hitsIn(jsonIn(response)).length === 0;
      return ended && response.status < 300
        ? refusal('scroll_ended', 'no more hits', 404)
        : response;
    },
  ),
  fault('scroll-kept-without-keep-time', ['scroll.continue-without-keep-time-releases'], () =>
    onRequest(['continue-scroll'], (body) => ({ scroll: '1m', ...body })),
  ),
  fault('scroll-aggregations-in-every-batch', ['scroll.aggregations-not-in-later-responses'], () =>
    onBatch(async ({ request, forward, scroll }) => {
      const response = await forward(request);
      const { aggregations } = scroll.first as { readonly aggregations?: unknown };
      if (response.status >= 300 || aggregations === undefined) return response;
      return withJson(response, { ...jsonIn(response), aggregations });
    }),
  ),
];

function opens(request: WireRequest): boolean {
  return kindOf(request) === 'open-scroll';
}

function enlarged(body: Members, times: number): Members {
  const size = body['size'];
  return typeof size === 'number' ? { ...body, size: size * times } : body;
}

function clears(request: WireRequest): boolean {
  return kindOf(request) === 'clear-scroll';
}

function namesAll(request: WireRequest): boolean {
  return addressOf(request).segments[2] === '_all';
}

function idsInPath(request: WireRequest): readonly string[] {
  if (namesAll(request)) return [];
  const [, , ids = ''] = addressOf(request).segments;
  return ids.split(',').filter((id) => id !== '');
}

/** Releases only some of several scroll ids. */
function clearingOnly(choose: (ids: readonly string[]) => readonly string[]): Interceptor {
  return (request, forward) => {
    if (!clears(request)) return forward(request);
    const inPath = idsInPath(request);
    if (inPath.length > 1) {
      const ids = choose(inPath).map(encodeURIComponent).join(',');
      return forward({ ...request, path: `/_search/scroll/${ids}` });
    }
    const { scroll_id } = bodyOf(request) as { readonly scroll_id?: unknown };
    if (!Array.isArray(scroll_id)) return forward(request);
    return forward(withBody(request, { scroll_id: choose(scroll_id as string[]) }));
  };
}

/** Releases all scrolls when one is released. */
function clearingAllKnown(): Interceptor {
  const open = new Set<string>();
  return async (request, forward) => {
    if (!clears(request)) {
      const response = await forward(request);
      const id = jsonIn(response)['_scroll_id'];
      if (typeof id === 'string') open.add(id);
      return response;
    }
    const path = '/_search/scroll';
    await forward(withBody({ ...request, path }, { scroll_id: [...open] }));
    open.clear();
    return answer(200, cleared);
  };
}

/**
 * Limits the number of scrolls to `most`, unless the cluster setting says otherwise; if `freeing` is false, a released
 * scroll counts until all are released.
 */
function boundedBy(bound: { readonly most: number; readonly freeing: boolean }): Interceptor {
  let open = 0;
  let { most } = bound;
  return async (request, forward) => {
    const setting = /"search\.max_open_scroll_context":"?(\d+|null)/.exec(
      String(request.body),
    )?.[1];
    if (setting !== undefined) most = setting === 'null' ? bound.most : Number(setting);
    if (clears(request)) {
      if (namesAll(request)) open = 0;
      else if (bound.freeing) open -= 1;
      return forward(request);
    }
    if (kindOf(request) !== 'open-scroll') return forward(request);
    if (open >= most) return refusal('too_many_scroll_contexts_exception', 'too many', 429);
    open += 1;
    return forward(request);
  };
}

/** Returns documents that were added after the opening, once, at the end of the scroll. */
function additions(): Interceptor {
  const given = new Map<string, Set<unknown>>();
  return onLiveBatch((hits, live, scroll) => {
    const id = String(scroll.first['_scroll_id']);
    const seen = given.get(id) ?? new Set(hitsIn(scroll.first).map((hit) => hit['_id']));
    given.set(id, seen);
    const page = hits.length > 0 ? hits : live.filter((hit) => !seen.has(hit['_id']));
    for (const hit of page) seen.add(hit['_id']);
    return page;
  });
}
