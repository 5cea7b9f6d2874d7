import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import {
  addressOf,
  answer,
  bodyOf,
  editHits,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  membersOf,
  targetOf,
  withBody,
  withJson,
} from './interceptors.ts';

/** The record that an interceptor keeps of a scroll. */
export interface OpenScroll {
  readonly target: string;
  /** The response to the search that opened it. */
  readonly first: Members;
  /** The id of the second scroll that was opened with it; undefined without a `twin`. */
  readonly twin: string | undefined;
}

/** One scroll request, and the record of its scroll. */
export interface Batch {
  readonly request: WireRequest;
  readonly forward: Forward;
  readonly scroll: OpenScroll;
  /** The number of this request among the requests of its scroll, from 1. */
  readonly turn: number;
}

/** Returns the scroll id in a request. */
export function scrollIdOf(request: WireRequest): string {
  const inBody = bodyOf(request)['scroll_id'];
  return typeof inBody === 'string' ? inBody : (addressOf(request).query.get('scroll_id') ?? '');
}

/**
 * Answers every scroll request with `next`, which receives the search that opened the scroll and its answer. If `twin`
 * is given, each opening also opens a second scroll with the request that `twin` returns.
 */
export function onBatch(
  next: (batch: Batch) => Promise<WireResponse>,
  twin?: (opening: WireRequest) => WireRequest,
): Interceptor {
  const scrolls = new Map<string, OpenScroll>();
  const turns = new Map<string, number>();
  return async (request, forward) => {
    if (kindOf(request) === 'open-scroll') {
      const response = await forward(request);
      const first = jsonIn(response);
      const target = targetOf(request);
      const other = twin === undefined ? {} : jsonIn(await forward(twin(request)));
      const twinId = other['_scroll_id'];
      scrolls.set(String(first['_scroll_id']), {
        target,
        first,
        twin: typeof twinId === 'string' ? twinId : undefined,
      });
      return response;
    }
    const id = scrollIdOf(request);
    const scroll = scrolls.get(id);
    if (kindOf(request) !== 'continue-scroll' || scroll === undefined) return forward(request);
    const turn = (turns.get(id) ?? 0) + 1;
    turns.set(id, turn);
    return next({ request, forward, scroll, turn });
  };
}

/** Answers requests for later batches from a second scroll, which is opened with the request that `twin` returns. */
export function laterBatchesFrom(twin: (opening: WireRequest) => WireRequest): Interceptor {
  return onBatch(async ({ request, forward, scroll }) => {
    const id = scrollIdOf(request);
    const body = { ...bodyOf(request), scroll_id: scroll.twin ?? id };
    const response = await forward(withBody(request, body));
    return response.status >= 300
      ? response
      : withJson(response, { ...jsonIn(response), _scroll_id: id });
  }, twin);
}

/** Changes the hits of every batch but the first; `live` contains the hits that a search finds at that moment. */
export function onLiveBatch(
  edit: (
    hits: readonly Members[],
    live: readonly Members[],
    scroll: OpenScroll,
  ) => readonly Members[],
): Interceptor {
  return onBatch(async ({ request, forward, scroll }) => {
    const response = await forward(request);
    if (response.status >= 300) return response;
    const live = await liveHits(forward, scroll.target);
    return editHits(response, (hits) => edit(hits, live, scroll));
  });
}

/** Returns the hits that a search in a target finds now; at most 1000. */
export async function liveHits(forward: Forward, target: string): Promise<readonly Members[]> {
  const request: WireRequest = { method: 'GET', path: `/${target}/_search`, headers: {} };
  return hitsIn(jsonIn(await forward(withBody(request, { size: 1000 }))));
}

/** Returns the same request for other indices. */
export function withTarget(request: WireRequest, target: string): WireRequest {
  return { ...request, path: request.path.replace(/^\/[^/]+/, `/${target}`) };
}

/**
 * Changes requests before they are forwarded; `edit` receives the indices behind the target of a request, which is the
 * name of an index or an alias that they were created with.
 */
export function withIndices(
  edit: (request: WireRequest, indices: readonly string[]) => WireRequest,
): Interceptor {
  const behind = new Map<string, readonly string[]>();
  return (request, forward) => {
    const target = targetOf(request);
    if (kindOf(request) === 'create-index') {
      for (const alias of Object.keys(membersOf(bodyOf(request)['aliases']))) {
        behind.set(alias, [...(behind.get(alias) ?? []), target]);
      }
    }
    return forward(edit(request, behind.get(target) ?? [target]));
  };
}

/** Returns an index pattern that also matches the other indices of the scenario. */
export function neighboursOf(request: WireRequest): string {
  const target = targetOf(request);
  return target.replace(/[^-,]+$/, '*');
}

/** Acknowledges every request for which `fits` is true without forwarding it. */
export function acknowledging(fits: (request: WireRequest) => boolean): Interceptor {
  return (request, forward) =>
    fits(request)
      ? Promise.resolve(answer(200, { acknowledged: true, succeeded: true, num_freed: 1 }))
      : forward(request);
}
