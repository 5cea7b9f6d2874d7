import type { Fault, Interceptor } from '../../run/mutation.ts';
import { onHits, onSearch, refusingSearches } from '../search-interceptors.ts';
import {
  addressOf,
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  onRequest,
  withBody,
  without,
} from '../interceptors.ts';
import { windowFaults } from './from-size-window.ts';

const pageFaults: readonly Fault[] = [
  {
    name: 'from-ignored',
    clauses: [
      'from-size.from-skips-hits',
      'from-size.consecutive-pages-join',
      'from-size.page-past-the-end',
    ],
    start: () => onSearch((body) => without(body, 'from')),
  },
  {
    name: 'from-counts-pages',
    clauses: ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    start: () => onFrom((from, size) => from * size),
  },
  {
    name: 'from-counts-from-one',
    clauses: ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    start: () => onFrom((from) => Math.max(0, from - 1)),
  },
  {
    name: 'from-skips-one-more',
    clauses: ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    start: () => onFrom((from) => (from === 0 ? 0 : from + 1)),
  },
  {
    name: 'from-counted-in-each-index',
    clauses: ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    start: () =>
      onRequest(['search'], (body, request) => {
        const indices = (addressOf(request).segments[0] ?? '').split(',').length;
        return 'from' in body && indices > 1 ? { ...body, from: fromOf(body) * indices } : body;
      }),
  },
  {
    name: 'from-taken-before-the-sort',
    clauses: ['from-size.from-skips-hits'],
    start: () =>
      onHits((hits, body) =>
        'from' in body ? hits.map((hit, at) => ({ ...hit, _id: String(at + 1) })) : hits,
      ),
  },
  {
    name: 'default-from-is-one',
    clauses: ['from-size.from-default'],
    start: () => onSearch((body) => ('from' in body ? body : { ...body, from: 1 })),
  },
  {
    name: 'size-ignored',
    clauses: ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    start: () => onSearch((body) => without(body, 'size')),
  },
  {
    name: 'size-gives-one-more',
    clauses: ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    start: () => onSize((size) => size + 1),
  },
  {
    name: 'size-gives-one-less',
    clauses: ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    start: () => onSize((size) => Math.max(0, size - 1)),
  },
  {
    name: 'size-is-the-end-of-the-page',
    clauses: ['from-size.size-bounds-hits', 'from-size.from-skips-hits'],
    start: () =>
      onHits((hits, body) =>
        'size' in body ? hits.slice(0, Math.max(0, Number(body['size']) - fromOf(body))) : hits,
      ),
  },
  {
    name: 'size-zero-means-ten',
    clauses: ['from-size.size-bounds-hits'],
    start: () => onSize((size) => (size === 0 ? 10 : size)),
  },
  {
    name: 'page-that-is-not-full-is-empty',
    clauses: ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    start: () => onHits((hits, body) => (hits.length < sizeOf(body) ? [] : hits)),
  },
  ...[5, 11, 20].map((size) => ({
    name: `default-size-is-${size}`,
    clauses: ['from-size.size-default'],
    start: () => onSearch((body) => ('size' in body ? body : { ...body, size })),
  })),
  {
    name: 'pages-end-after-the-second',
    clauses: ['from-size.consecutive-pages-join'],
    start: () => onHits((hits, body) => (fromOf(body) >= 2 * sizeOf(body) ? [] : hits)),
  },
  {
    name: 'page-past-the-end-refused',
    clauses: ['from-size.page-past-the-end'],
    start: () => onEmptyPage(() => refusingSearches(() => true, 404)),
  },
  {
    name: 'page-past-the-end-repeats-the-first',
    clauses: ['from-size.page-past-the-end', 'from-size.consecutive-pages-join'],
    start: () =>
      onEmptyPage(
        () => (request, forward) => forward(withBody(request, without(bodyOf(request), 'from'))),
      ),
  },
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

/** Answers searches that begin past the last hit in another way. */
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
