import type { WireRequest } from '../../base/exchange.ts';
import type { Interceptor, Variant } from '../../run/mutation.ts';
import { scrollIdOf } from '../scroll-interceptors.ts';
import {
  answer,
  bodyOf,
  jsonIn,
  kindOf,
  listOf,
  type Members,
  membersOf,
  refusal,
  withBody,
  withJson,
} from '../interceptors.ts';

/** Variants of scrolls and points in time. */
export const searchContextVariants: readonly Variant[] = [
  {
    name: 'scroll-ids-change',
    aspect: 'contexts',
    because: 'an id may change with every response, and clients use the newest one',
    start: scrollIdsChange,
  },
  {
    name: 'pit-ids-change',
    aspect: 'contexts',
    because: 'clients use the newest id that a search in a point in time returned',
    start: pitIdsChange,
  },
  {
    name: 'released-scroll-gives-an-empty-batch',
    aspect: 'status-of-refusal',
    because: 'the specification leaves open the status for a request on a released context',
    start: () => async (request, forward) => {
      const response = await forward(request);
      if (kindOf(request) !== 'continue-scroll' || response.status !== 404) return response;
      const nothing = { took: 0, timed_out: false, _shards: {}, hits: { hits: [] } };
      return answer(200, { ...nothing, _scroll_id: scrollIdOf(request) });
    },
  },
  {
    name: 'gone-instead-of-not-found',
    aspect: 'status-of-refusal',
    because: 'the specification leaves open the statuses for contexts that no longer exist',
    start: () => async (request, forward) => {
      const response = await forward(request);
      return response.status === 404 ? { ...response, status: 410 } : response;
    },
  },
  {
    name: 'clearing-answers-nothing',
    aspect: 'success',
    because: 'the specification leaves open the bodies of the responses to removals',
    start: () => async (request, forward) => {
      const response = await forward(request);
      const removes = ['clear-scroll', 'close-pit'].includes(kindOf(request));
      if (!removes || response.status >= 300) return response;
      return { ...response, status: 204, headers: {}, body: new Uint8Array() };
    },
  },
];

const mark = '~';

/** Returns the id of the correct server for an id of the client. */
function known(id: string): string {
  return id.replace(/~\d+$/, '');
}

/** Returns a new id with every response. Only the newest id continues the scroll; every id releases it. */
function scrollIdsChange(): Interceptor {
  const newest = new Map<string, string>();
  let count = 0;
  return async (request, forward) => {
    const kind = kindOf(request);
    if (kind === 'clear-scroll') return forward(withKnownIds(request));
    const id = scrollIdOf(request);
    if (kind === 'continue-scroll' && newest.has(known(id)) && newest.get(known(id)) !== id) {
      return refusal('stale_id', 'a newer id was returned', 404);
    }
    const passed =
      kind === 'continue-scroll'
        ? withBody(request, { ...bodyOf(request), scroll_id: known(id) })
        : request;
    const response = await forward(passed);
    const body = jsonIn(response);
    if (typeof body['_scroll_id'] !== 'string') return response;
    count += 1;
    const fresh = `${body['_scroll_id']}${mark}${count}`;
    newest.set(body['_scroll_id'], fresh);
    return withJson(response, { ...body, _scroll_id: fresh });
  };
}

function withKnownIds(request: WireRequest): WireRequest {
  const path = request.path.replaceAll(/(?:~|%7E)\d+(?=,|%2C|&|$)/gi, '');
  const { scroll_id } = bodyOf(request) as { readonly scroll_id?: unknown };
  if (scroll_id === undefined) return { ...request, path };
  const ids = listOf(scroll_id).map((id) => (typeof id === 'string' ? known(id) : id));
  return withBody({ ...request, path }, { scroll_id: Array.isArray(scroll_id) ? ids : ids[0] });
}

/** Returns a new id with every search in a point in time; refuses searches with an older id. */
function pitIdsChange(): Interceptor {
  const newest = new Map<string, string>();
  let count = 0;
  return async (request, forward) => {
    const body = bodyOf(request);
    if (kindOf(request) === 'close-pit') {
      return forward(withBody(request, { id: known(String(body['id'])) }));
    }
    const pit = membersOf(body['pit']);
    const id = pit['id'];
    if (kindOf(request) !== 'search' || typeof id !== 'string') return forward(request);
    if (newest.has(known(id)) && newest.get(known(id)) !== id) {
      return refusal('stale_id', 'a newer id was returned', 404);
    }
    const response = await forward(withBody(request, { ...body, pit: { ...pit, id: known(id) } }));
    const found: Members = jsonIn(response);
    if (response.status >= 300) return response;
    count += 1;
    const fresh = `${known(id)}${mark}${count}`;
    newest.set(known(id), fresh);
    return withJson(response, { ...found, pit_id: fresh });
  };
}
