import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { type Members, membersOf, onRequest } from '../interceptors.ts';
import { onHits, onSearch } from '../search-interceptors.ts';

const defaultWindow = 10_000;
const setting = 'index.max_result_window';

/** The faults of the chapter from-size. */
export const fromSizeFaults: readonly Fault[] = [
  fault('default-from-is-one', ['from-size.from-default'], () =>
    onSearch((body) => ('from' in body ? body : { ...body, from: 1 })),
  ),
  fault(
    'page-that-is-not-full-is-empty',
    ['from-size.size-bounds-hits', 'from-size.consecutive-pages-join'],
    () => onHits((hits, body) => (hits.length < sizeOf(body) ? [] : hits)),
  ),
  fault('window-setting-refused-above-the-default', ['from-size.window-setting-raises'], () =>
    onWindow((window) => Math.min(window ?? defaultWindow, defaultWindow)),
  ),
  fault('window-setting-for-all-later-indices', ['from-size.window-setting-per-index'], () => {
    let latest: number | undefined;
    return onWindow((window) => (latest = window ?? latest));
  }),
];

function sizeOf(body: Members): number {
  return Number(body['size'] ?? 10);
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
