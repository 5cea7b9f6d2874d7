import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  answer,
  hitsIn,
  jsonIn,
  kindOf,
  onRequest,
  refusal,
  withJson,
  without,
} from '../interceptors.ts';
import { onBatch, onLiveBatch } from '../scroll-interceptors.ts';

/** Faults of the requests that continue a scroll, and of the batches that they return. */
export const continueFaults: readonly Fault[] = [
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
