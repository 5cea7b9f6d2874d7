import { fault } from '../fault.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault } from '../../run/mutation.ts';
import { laterBatchesFrom, neighboursOf, withIndices, withTarget } from '../scroll-interceptors.ts';
import { bodyOf, kindOf, onRequest, onResponse, withBody, without } from '../interceptors.ts';

/** Faults of the search that opens a scroll, and of its parameters. */
export const openFaults: readonly Fault[] = [
  fault('scroll-id-is-a-number', ['scroll.first-response-has-scroll-id'], () =>
    onResponse(['open-scroll'], (body) => ({ ...body, _scroll_id: 1 })),
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
  fault('scroll-sort-only-in-first-batch', ['scroll.sort-orders-across-batches'], () =>
    laterBatchesFrom((request) => withBody(request, without(bodyOf(request), 'sort'))),
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
