import type { WireRequest } from '../../base/exchange.ts';
import type { Fault } from '../../run/mutation.ts';
import { laterBatchesFrom, neighboursOf, refusing, withTarget } from '../scroll-interceptors.ts';
import {
  addressOf,
  bodyOf,
  kindOf,
  listOf,
  membersOf,
  onRequest,
  onResponse,
  withBody,
  without,
  withHits,
} from '../interceptors.ts';

/** What is wrong with the search that opens a scroll, and with what it asks for. */
export const openFaults: readonly Fault[] = [
  {
    name: 'scroll-parameter-ignored',
    clauses: ['scroll.open', 'scroll.first-response-has-scroll-id'],
    start: () => (request, forward) =>
      forward(
        kindOf(request) === 'open-scroll'
          ? { ...request, path: request.path.replace(/[?&]scroll=[^&]*/, '') }
          : request,
      ),
  },
  {
    name: 'scroll-id-is-a-number',
    clauses: ['scroll.first-response-has-scroll-id'],
    start: () => onResponse(['open-scroll'], (body) => ({ ...body, _scroll_id: 1 })),
  },
  {
    name: 'scroll-id-only-at-the-opening',
    clauses: ['scroll.later-response-has-scroll-id'],
    start: () => onResponse(['continue-scroll'], (body) => without(body, '_scroll_id')),
  },
  {
    name: 'scroll-first-batch-is-one-short',
    clauses: ['scroll.size-bounds-first-batch', 'scroll.every-match-returned'],
    start: () => onResponse(['open-scroll'], (body) => withHits(body, (hits) => hits.slice(0, -1))),
  },
  {
    name: 'scroll-size-off-by-one',
    clauses: ['scroll.size-bounds-first-batch', 'scroll.size-bounds-later-batches'],
    start: () => onRequest(['open-scroll'], (body) => resized(body, (size) => size + 1)),
  },
  {
    name: 'scroll-size-in-each-index',
    clauses: ['scroll.size-bounds-later-batches'],
    start: () =>
      onRequest(['open-scroll'], (body, request) => {
        const indices = (addressOf(request).segments[0] ?? '').split(',').length;
        return resized(body, (size) => size * indices);
      }),
  },
  {
    name: 'scroll-kept-for-a-minute-at-most',
    clauses: ['scroll.open-until-keep-time-is-over'],
    start: () => (request, forward) =>
      forward({ ...request, path: request.path.replace(/([?&]scroll=)\d+m/, '$11m') }),
  },
  {
    name: 'scroll-default-size-of-a-hundred',
    clauses: ['scroll.size-default'],
    start: () => onRequest(['open-scroll'], (body) => ({ size: 100, ...body })),
  },
  {
    name: 'scroll-needs-a-target',
    clauses: ['scroll.open-by-get-without-target'],
    start: () =>
      refusing((request) => opens(request) && addressOf(request).segments[0] === '_search'),
  },
  {
    name: 'scroll-not-opened-by-get',
    clauses: ['scroll.open-by-get-without-target'],
    start: () => refusing((request) => opens(request) && request.method === 'GET', 405),
  },
  {
    name: 'scroll-query-ignored',
    clauses: ['scroll.query-restricts-every-batch', 'slice.scroll-query-applies'],
    start: () => onRequest(['open-scroll'], (body) => without(body, 'query')),
  },
  {
    name: 'scroll-query-only-in-first-batch',
    clauses: ['scroll.query-restricts-every-batch'],
    start: () =>
      laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'query'))),
  },
  {
    name: 'scroll-sort-ignored',
    clauses: ['scroll.sort-orders-across-batches'],
    start: () => onRequest(['open-scroll'], (body) => without(body, 'sort')),
  },
  {
    name: 'scroll-sort-only-in-first-batch',
    clauses: ['scroll.sort-orders-across-batches'],
    start: () => laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'sort'))),
  },
  {
    name: 'scroll-refuses-doc-order-as-name',
    clauses: ['scroll.sort-by-doc'],
    start: () =>
      refusing((request) => opens(request) && listOf(bodyOf(request)['sort']).includes('_doc')),
  },
  {
    name: 'scroll-refuses-doc-order-as-object',
    clauses: ['scroll.sort-by-doc'],
    start: () =>
      refusing(
        (request) =>
          opens(request) &&
          listOf(bodyOf(request)['sort']).some((entry) => '_doc' in membersOf(entry)),
      ),
  },
  {
    name: 'scroll-takes-first-index-of-a-list',
    clauses: ['scroll.every-match-returned', 'scroll.sort-orders-across-batches'],
    start: () => (request, forward) => {
      const [target = ''] = addressOf(request).segments;
      return forward(opens(request) ? withTarget(request, target.replace(/,.*/, '')) : request);
    },
  },
  {
    name: 'scroll-later-batches-leave-the-target',
    clauses: ['scroll.continue-stays-in-target'],
    start: () => laterBatchesFrom((request) => withTarget(request, neighboursOf(request))),
  },
  {
    name: 'scroll-without-aggregations',
    clauses: ['scroll.aggregations-in-first-response'],
    start: () => onResponse(['open-scroll'], (body) => without(body, 'aggregations')),
  },
];

function opens(request: WireRequest): boolean {
  return kindOf(request) === 'open-scroll';
}

function resized(
  body: Readonly<Record<string, unknown>>,
  edit: (size: number) => number,
): Readonly<Record<string, unknown>> {
  const { size } = body as { readonly size?: unknown };
  return typeof size === 'number' ? { ...body, size: edit(size) } : body;
}
