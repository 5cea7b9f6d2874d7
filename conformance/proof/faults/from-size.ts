import { Violation } from '../../base/errors.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  withBody,
  without,
} from '../interceptors.ts';
import { onHits, onSearch, refusingSearches } from '../search-interceptors.ts';

const defaultWindow = 10_000;

const setting = 'index.max_result_window';

/** The faults of the chapter from-size. */
export const fromSizeFaults: readonly Fault[] = [
  fault(
    'from-counts-pages',
    ['from-size.from-skips-hits', 'from-size.consecutive-pages-join'],
    () =>
      onSearch((body) => ('from' in body ? { ...body, from: fromOf(body) * sizeOf(body) } : body)),
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
    onSearch((body) => (body['size'] === 0 ? { ...body, size: 10 } : body)),
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
  fault(
    'window-not-enforced',
    [
      'from-size.window-exceeded-refused',
      'from-size.size-alone-exceeds-window',
      'from-size.from-alone-exceeds-window',
      'from-size.window-setting-lowers',
      'from-size.window-setting-per-index',
    ],
    () => overlooking(() => true),
  ),
  fault(
    'window-one-too-large',
    [
      'from-size.window-exceeded-refused',
      'from-size.size-alone-exceeds-window',
      'from-size.from-alone-exceeds-window',
    ],
    () => overlooking((from, size) => from + size === defaultWindow + 1),
  ),
  fault(
    'window-exceeded-breaks-the-server',
    ['from-size.window-exceeded-refused', 'from-size.size-alone-exceeds-window'],
    () => crashing(),
  ),
  fault('server-hangs-after-window-exceeded', ['from-size.window-exceeded-refused'], () =>
    crashing('refused'),
  ),
  fault(
    'window-bounds-size-alone',
    ['from-size.window-exceeded-refused', 'from-size.from-alone-exceeds-window'],
    () => overlooking((_from, size) => size <= defaultWindow),
  ),
  fault(
    'window-bounds-from-alone',
    ['from-size.window-exceeded-refused', 'from-size.size-alone-exceeds-window'],
    () => overlooking((from) => from <= defaultWindow),
  ),
  fault('window-forgets-the-default-size', ['from-size.from-alone-exceeds-window'], () =>
    overlooking((from, _size, body) => !('size' in body) && from <= defaultWindow),
  ),
  fault('window-forgets-searches-without-from', ['from-size.size-alone-exceeds-window'], () =>
    overlooking((_from, _size, body) => !('from' in body)),
  ),
  fault(
    'window-setting-ignored',
    [
      'from-size.window-setting-lowers',
      'from-size.window-setting-raises',
      'from-size.window-setting-per-index',
    ],
    () => onWindow(() => defaultWindow),
  ),
  fault('window-setting-refused-above-the-default', ['from-size.window-setting-raises'], () =>
    onWindow((window) => Math.min(window ?? defaultWindow, defaultWindow)),
  ),
  fault('window-setting-doubles-at-most', ['from-size.window-setting-raises'], () =>
    onWindow((window = defaultWindow) => (window > 15_000 ? 15_000 : window)),
  ),
  fault(
    'window-setting-raises-only',
    ['from-size.window-setting-lowers', 'from-size.window-setting-per-index'],
    () => onWindow((window) => Math.max(window ?? defaultWindow, defaultWindow)),
  ),
  fault('window-setting-for-all-later-indices', ['from-size.window-setting-per-index'], () => {
    let latest: number | undefined;
    return onWindow((window) => (latest = window ?? latest));
  }),
];

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

/** Answers a refused request with 500: without a body, or with this reason and no answer to the next request. */
function crashing(reason?: string): Interceptor {
  let hangs = false;
  return async (request, forward) => {
    if (hangs) {
      hangs = false;
      throw new Violation('a response', 'none', { message: 'no response', kind: 'no-answer' });
    }
    const reply = await forward(request);
    if (reply.status < 400) return reply;
    hangs = reason !== undefined;
    return { ...reply, status: 500, body: Buffer.from(hangs ? JSON.stringify([reason]) : '') };
  };
}

/** A predicate for the page that a search requests; `from` and `size` have their defaults if absent. */
type PagePredicate = (from: number, size: number, body: Members) => boolean;

/** Answers refused pages for which the predicate is true with an empty page. */
function overlooking(fitsPage: PagePredicate): Interceptor {
  return onRefusal((response, body, retry) =>
    fitsPage(fromOf(body), sizeOf(body), body)
      ? retry({ ...without(body, 'from'), size: 0 })
      : Promise.resolve(response),
  );
}

function onRefusal(
  then: (
    response: WireResponse,
    body: Members,
    retry: (body: Members) => Promise<WireResponse>,
  ) => Promise<WireResponse>,
): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    if (kindOf(request) !== 'search' || response.status < 400) return response;
    return then(response, bodyOf(request), (body) => forward(withBody(request, body)));
  };
}

/** Changes the result window of every index creation; undefined if the request does not set it. */
function onWindow(edit: (window: number | undefined) => number | undefined): Interceptor {
  return onRequest(['create-index'], (body) => {
    const settings = membersOf(body['settings']);
    const given = settings[setting];
    const window = edit(given === undefined ? undefined : Number(given));
    return window === undefined ? body : { ...body, settings: { ...settings, [setting]: window } };
  });
}
