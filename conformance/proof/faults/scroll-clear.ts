import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { ignoring } from '../scroll-interceptors.ts';
import { addressOf, answer, bodyOf, jsonIn, kindOf, refusal, withBody } from '../interceptors.ts';

const cleared = { succeeded: true, num_freed: 1 };

/** What is wrong with releasing scrolls, and with the maximum of open ones. */
export const clearFaults: readonly Fault[] = [
  {
    name: 'clear-scroll-does-nothing',
    clauses: ['scroll.clear-by-id', 'scroll.clear-by-id-list', 'scroll.clear-by-path-list'],
    start: () => ignoring((request) => clears(request) && !namesAll(request)),
  },
  {
    name: 'clear-scroll-frees-first-of-a-list',
    clauses: ['scroll.clear-by-id-list', 'scroll.clear-by-path-list'],
    start: () => clearingOnly((ids) => ids.slice(0, 1)),
  },
  {
    name: 'clear-scroll-frees-last-of-a-list',
    clauses: ['scroll.clear-by-id-list', 'scroll.clear-by-path-list'],
    start: () => clearingOnly((ids) => ids.slice(-1)),
  },
  {
    name: 'clear-scroll-reads-no-path',
    clauses: ['scroll.clear-by-path', 'scroll.clear-by-path-list'],
    start: () => ignoring((request) => clears(request) && idsInPath(request).length > 0),
  },
  {
    name: 'clear-scroll-reads-no-query-string',
    clauses: ['scroll.clear-by-query-string'],
    start: () =>
      ignoring((request) => clears(request) && addressOf(request).query.has('scroll_id')),
  },
  {
    name: 'clear-scroll-frees-every-context',
    clauses: ['scroll.clear-leaves-other-contexts'],
    start: clearingAllKnown,
  },
  {
    name: 'clear-scroll-takes-all-for-an-id',
    clauses: ['scroll.clear-all'],
    start: () => (request, forward) =>
      clears(request) && namesAll(request)
        ? Promise.resolve(answer(200, { succeeded: true, num_freed: 0 }))
        : forward(request),
  },
  {
    name: 'scroll-maximum-of-four-hundred',
    clauses: ['scroll.context-maximum-default'],
    start: () => boundedBy({ most: 400, freeing: true }),
  },
  {
    name: 'scroll-maximum-counts-released-contexts',
    clauses: ['scroll.context-maximum-counts-open-only'],
    start: () => boundedBy({ most: 500, freeing: false }),
  },
  {
    name: 'scroll-contexts-freed-by-clearing-only',
    clauses: ['scroll.context-maximum-counts-open-only'],
    start: () => boundedBy({ most: 500, freeing: true }),
  },
  {
    name: 'scroll-without-maximum',
    clauses: ['scroll.context-maximum-refused', 'scroll.context-maximum-setting'],
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'open-scroll' || response.status !== 429) return response;
      const plain = { ...request, path: request.path.replace(/[?&]scroll=[^&]*/, '') };
      const found = await forward(plain);
      return answer(200, { ...jsonIn(found), _scroll_id: 'one-too-many' });
    },
  },
  {
    name: 'scroll-maximum-setting-ignored',
    clauses: ['scroll.context-maximum-setting'],
    start: () => ignoring((request) => request.path.startsWith('/_cluster/settings')),
  },
];

function clears(request: WireRequest): boolean {
  return kindOf(request) === 'clear-scroll';
}

function namesAll(request: WireRequest): boolean {
  return addressOf(request).segments[2] === '_all';
}

function idsInPath(request: WireRequest): readonly string[] {
  if (namesAll(request)) return [];
  const [, , ids = ''] = addressOf(request).segments;
  return ids.split(',').filter((id) => id !== '');
}

/** Of several ids only some are freed. */
function clearingOnly(choose: (ids: readonly string[]) => readonly string[]): Interceptor {
  return (request, forward) => {
    if (!clears(request)) return forward(request);
    const inPath = idsInPath(request);
    if (inPath.length > 1) {
      const ids = choose(inPath).map(encodeURIComponent).join(',');
      return forward({ ...request, path: `/_search/scroll/${ids}` });
    }
    const { scroll_id } = bodyOf(request) as { readonly scroll_id?: unknown };
    if (!Array.isArray(scroll_id)) return forward(request);
    return forward(withBody(request, { scroll_id: choose(scroll_id as string[]) }));
  };
}

/** A clear request frees all that was opened through this proxy. */
function clearingAllKnown(): Interceptor {
  const open = new Set<string>();
  return async (request, forward) => {
    if (!clears(request)) {
      const response = await forward(request);
      const id = jsonIn(response)['_scroll_id'];
      if (typeof id === 'string') open.add(id);
      return response;
    }
    const path = '/_search/scroll';
    await forward(withBody({ ...request, path }, { scroll_id: [...open] }));
    open.clear();
    return answer(200, cleared);
  };
}

/** No more than so many scrolls; where `freeing` is false a released one goes on counting until all are released. */
function boundedBy(bound: { readonly most: number; readonly freeing: boolean }): Interceptor {
  let open = 0;
  return async (request, forward) => {
    if (clears(request)) {
      if (namesAll(request)) open = 0;
      else if (bound.freeing) open -= 1;
      return forward(request);
    }
    if (kindOf(request) !== 'open-scroll') return forward(request);
    if (open >= bound.most) return refusal('too_many_scroll_contexts_exception', 'too many', 429);
    open += 1;
    return forward(request);
  };
}
