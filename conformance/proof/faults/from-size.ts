import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onHits, onSearch, refusingSearches } from '../search-interceptors.ts';
import {
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  withBody,
  without,
} from '../interceptors.ts';
import { windowFaults } from './from-size-window.ts';

const pageFaults: readonly Fault[] = [
  fault(
    'from-counts-pages',
    ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    () => onFrom((from, size) => from * size),
  ),
  fault('default-from-is-one', ['from-size.from-default'], () =>
    onSearch((body) => ('from' in body ? body : { ...body, from: 1 })),
  ),
  fault(
    'size-is-the-end-of-the-page',
    ['from-size.size-bounds-hits', 'from-size.from-skips-hits'],
    () =>
      onHits((hits, body) =>
        'size' in body ? hits.slice(0, Math.max(0, Number(body['size']) - fromOf(body))) : hits,
      ),
  ),
  fault('size-zero-means-ten', ['from-size.size-bounds-hits'], () =>
    onSize((size) => (size === 0 ? 10 : size)),
  ),
  fault(
    'page-that-is-not-full-is-empty',
    ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    () => onHits((hits, body) => (hits.length < sizeOf(body) ? [] : hits)),
  ),
  ...[5, 11, 20].map((size) =>
    fault(`default-size-is-${size}`, ['from-size.size-default'], () =>
      onSearch((body) => ('size' in body ? body : { ...body, size })),
    ),
  ),
  fault('pages-end-after-the-second', ['from-size.consecutive-pages-join'], () =>
    onHits((hits, body) => (fromOf(body) >= 2 * sizeOf(body) ? [] : hits)),
  ),
  fault('page-past-the-end-refused', ['from-size.page-past-the-end'], () =>
    onEmptyPage(() => refusingSearches(() => true, 404)),
  ),
  fault(
    'page-past-the-end-repeats-the-first',
    ['from-size.page-past-the-end', 'from-size.consecutive-pages-join'],
    () =>
      onEmptyPage(
        () => (request, forward) => forward(withBody(request, without(bodyOf(request), 'from'))),
      ),
  ),
];

/** The faults of the chapter from-size. */
export const fromSizeFaults: readonly Fault[] = [...pageFaults, ...windowFaults];

function onFrom(edit: (from: number, size: number) => number): Interceptor {
  return onSearch((body) =>
    'from' in body ? { ...body, from: edit(fromOf(body), sizeOf(body)) } : body,
  );
}

function onSize(edit: (size: number) => number): Interceptor {
  return onSearch((body) => ('size' in body ? { ...body, size: edit(sizeOf(body)) } : body));
}

/** Replaces the answers to searches that start after the last hit. */
function onEmptyPage(otherwise: () => Interceptor): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const isSearch = kindOf(request) === 'search' && fromOf(bodyOf(request)) > 0;
    if (!isSearch || response.status >= 300 || hitsIn(jsonIn(response)).length > 0) return response;
    return otherwise()(request, forward);
  };
}

function fromOf(body: Members): number {
  return Number(body['from'] ?? 0);
}

function sizeOf(body: Members): number {
  return Number(body['size'] ?? 10);
}
