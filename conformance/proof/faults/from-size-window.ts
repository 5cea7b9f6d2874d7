import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { refusingSearches } from '../search-interceptors.ts';
import {
  bodyOf,
  kindOf,
  type Members,
  membersOf,
  onRequest,
  withBody,
  without,
} from '../interceptors.ts';

const defaultWindow = 10_000;
const setting = 'index.max_result_window';

/** Faults of the result window and of its setting. */
export const windowFaults: readonly Fault[] = [
  {
    name: 'window-not-enforced',
    clauses: [
      'from-size.window-exceeded-refused',
      'from-size.size-alone-exceeds-window',
      'from-size.from-alone-exceeds-window',
      'from-size.window-setting-lowers',
      'from-size.window-setting-per-index',
    ],
    start: () => overlooking(() => true),
  },
  {
    name: 'window-one-too-large',
    clauses: [
      'from-size.window-exceeded-refused',
      'from-size.size-alone-exceeds-window',
      'from-size.from-alone-exceeds-window',
    ],
    start: () => overlooking((from, size) => from + size === defaultWindow + 1),
  },
  {
    name: 'window-one-too-small',
    clauses: ['from-size.window-reached'],
    start: () => refusingPages((from, size) => from + size === defaultWindow),
  },
  {
    name: 'window-counts-the-default-size-twice',
    clauses: ['from-size.window-reached'],
    start: () => refusingPages((from, size) => size > 10 && from + size + 10 > defaultWindow),
  },
  {
    name: 'window-bounds-size-alone',
    clauses: ['from-size.window-exceeded-refused', 'from-size.from-alone-exceeds-window'],
    start: () => overlooking((_from, size) => size <= defaultWindow),
  },
  {
    name: 'window-bounds-from-alone',
    clauses: ['from-size.window-exceeded-refused', 'from-size.size-alone-exceeds-window'],
    start: () => overlooking((from) => from <= defaultWindow),
  },
  {
    name: 'window-forgets-the-default-size',
    clauses: ['from-size.from-alone-exceeds-window'],
    start: () => overlooking((from, _size, body) => !('size' in body) && from <= defaultWindow),
  },
  {
    name: 'window-forgets-searches-without-from',
    clauses: ['from-size.size-alone-exceeds-window'],
    start: () => overlooking((_from, _size, body) => !('from' in body)),
  },
  {
    name: 'window-exceeded-breaks-the-server',
    clauses: ['from-size.window-exceeded-refused', 'from-size.size-alone-exceeds-window'],
    start: () => onRefusal(async (response) => ({ ...response, status: 500 })),
  },
  {
    name: 'window-setting-ignored',
    clauses: [
      'from-size.window-setting-lowers',
      'from-size.window-setting-raises',
      'from-size.window-setting-per-index',
    ],
    start: () => onWindow(() => defaultWindow),
  },
  {
    name: 'window-setting-refused-above-the-default',
    clauses: ['from-size.window-setting-raises'],
    start: () => onWindow((window) => Math.min(window ?? defaultWindow, defaultWindow)),
  },
  {
    name: 'window-setting-doubles-at-most',
    clauses: ['from-size.window-setting-raises'],
    start: () => onWindow((window = defaultWindow) => (window > 15_000 ? 15_000 : window)),
  },
  {
    name: 'window-setting-raises-only',
    clauses: ['from-size.window-setting-lowers', 'from-size.window-setting-per-index'],
    start: () => onWindow((window) => Math.max(window ?? defaultWindow, defaultWindow)),
  },
  {
    name: 'window-setting-for-all-later-indices',
    clauses: ['from-size.window-setting-per-index'],
    start: () => {
      let latest: number | undefined;
      return onWindow((window) => (latest = window ?? latest));
    },
  },
];

type Page = (from: number, size: number, body: Members) => boolean;

function fits(page: Page, body: Members): boolean {
  return page(Number(body['from'] ?? 0), Number(body['size'] ?? 10), body);
}

function refusingPages(page: Page): Interceptor {
  return refusingSearches((body) => fits(page, body));
}

/** Answers refused pages that fit with an empty page. */
function overlooking(page: Page): Interceptor {
  return onRefusal((response, body, retry) =>
    fits(page, body) ? retry({ ...without(body, 'from'), size: 0 }) : Promise.resolve(response),
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

/** Changes the result window that an index is created with; undefined where it sets none. */
function onWindow(edit: (window: number | undefined) => number | undefined): Interceptor {
  return onRequest(['create-index'], (body) => {
    const settings = membersOf(body['settings']);
    const given = settings[setting];
    const window = edit(given === undefined ? undefined : Number(given));
    return window === undefined ? body : { ...body, settings: { ...settings, [setting]: window } };
  });
}
