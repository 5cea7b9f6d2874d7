import { fault } from '../fault.ts';
import { Violation } from '../../base/errors.ts';
import type { WireResponse } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
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

function fits(fitsPage: PagePredicate, body: Members): boolean {
  return fitsPage(Number(body['from'] ?? 0), Number(body['size'] ?? 10), body);
}

/** Answers refused pages for which the predicate is true with an empty page. */
function overlooking(fitsPage: PagePredicate): Interceptor {
  return onRefusal((response, body, retry) =>
    fits(fitsPage, body) ? retry({ ...without(body, 'from'), size: 0 }) : Promise.resolve(response),
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
