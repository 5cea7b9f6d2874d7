import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault } from '../../run/mutation.ts';
import {
  laterBatchesFrom,
  neighboursOf,
  refusing,
  withIndices,
  withTarget,
} from '../scroll-interceptors.ts';
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
} from '../interceptors.ts';

/** Faults of the search that opens a scroll, and of its parameters. */
export const openFaults: readonly Fault[] = [
  fault('scroll-id-is-a-number', ['scroll.first-response-has-scroll-id'], () =>
    onResponse(['open-scroll'], (body) => ({ ...body, _scroll_id: 1 })),
  ),
  fault(
    'scroll-size-off-by-one',
    ['scroll.size-bounds-first-batch', 'scroll.size-bounds-later-batches'],
    () => onRequest(['open-scroll'], (body) => resized(body, (size) => size + 1)),
  ),
  fault('scroll-size-in-each-index', ['scroll.size-bounds-later-batches'], () =>
    withIndices((request, { length }) =>
      opens(request)
        ? withBody(
            request,
            resized(bodyOf(request), (size) => size * length),
          )
        : request,
    ),
  ),
  fault(
    'scroll-kept-for-a-minute-at-most',
    ['scroll.open-until-keep-time-is-over'],
    () => (request, forward) =>
      forward({ ...request, path: request.path.replace(/([?&]scroll=)\d+m/, '$11m') }),
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
  fault('scroll-needs-a-target', ['scroll.open-by-get-without-target'], () =>
    refusing((request) => opens(request) && addressOf(request).segments[0] === '_search'),
  ),
  fault('scroll-query-only-in-first-batch', ['scroll.query-restricts-every-batch'], () =>
    laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'query'))),
  ),
  fault('scroll-sort-ignored', ['scroll.sort-orders-across-batches'], () =>
    onRequest(['open-scroll'], (body) => without(body, 'sort')),
  ),
  fault('scroll-sort-only-in-first-batch', ['scroll.sort-orders-across-batches'], () =>
    laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'sort'))),
  ),
  fault('scroll-refuses-doc-order-as-name', ['scroll.sort-by-doc'], () =>
    refusing((request) => opens(request) && listOf(bodyOf(request)['sort']).includes('_doc')),
  ),
  fault('scroll-refuses-doc-order-as-object', ['scroll.sort-by-doc'], () =>
    refusing(
      (request) =>
        opens(request) &&
        listOf(bodyOf(request)['sort']).some((entry) => '_doc' in membersOf(entry)),
    ),
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
  fault('scroll-without-aggregations', ['scroll.aggregations-in-first-response'], () =>
    onResponse(['open-scroll'], (body) => without(body, 'aggregations')),
  ),
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
