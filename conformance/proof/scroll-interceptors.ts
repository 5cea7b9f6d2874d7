import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Forward, Interceptor } from '../run/mutation.ts';
import {
  addressOf,
  answer,
  bodyOf,
  hitsIn,
  jsonIn,
  kindOf,
  type Members,
  withBody,
  withHits,
  withJson,
} from './interceptors.ts';

/** What a proxy remembers of a scroll that was opened through it. */
export interface OpenScroll {
  readonly target: string;
  /** The response to the search that opened it. */
  readonly first: Members;
  /** A second scroll that was opened beside it, where one is wanted. */
  readonly twin: string | undefined;
}

/** The answer to one scroll request, with what is remembered of its scroll. */
export interface Batch {
  readonly request: WireRequest;
  readonly forward: Forward;
  readonly scroll: OpenScroll;
  /** Counts the scroll requests of this scroll, from 1. */
  readonly turn: number;
}

/** Reads the id that a scroll request names. */
export function scrollIdOf(request: WireRequest): string {
  const inBody = bodyOf(request)['scroll_id'];
  return typeof inBody === 'string' ? inBody : (addressOf(request).query.get('scroll_id') ?? '');
}

/**
 * Answers every scroll request by `next`, which may look at what the search that opened the scroll asked and gave.
 * Where `twin` is given, a second scroll with an edited opening is opened beside each.
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
      const target = addressOf(request).segments[0] ?? '';
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

/** Later batches come from a scroll whose opening was another one. */
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

/** Edits the hits of every batch but the first; `live` is what a plain search of the target gives at that moment. */
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
    return withJson(
      response,
      withHits(jsonIn(response), (hits) => edit(hits, live, scroll)),
    );
  });
}

/** What a plain search of a target gives now, up to a thousand hits. */
export async function liveHits(forward: Forward, target: string): Promise<readonly Members[]> {
  const request: WireRequest = { method: 'GET', path: `/${target}/_search`, headers: {} };
  return hitsIn(jsonIn(await forward(withBody(request, { size: 1000 }))));
}

/** The same request to another target. */
export function withTarget(request: WireRequest, target: string): WireRequest {
  return { ...request, path: request.path.replace(/^\/[^/]+/, `/${target}`) };
}

/** A pattern that also fits the other indices of the same scenario. */
export function neighboursOf(request: WireRequest): string {
  const [target = ''] = addressOf(request).segments;
  return target.replace(/[^-,]+$/, '*');
}

/** Says yes to every request that fits, and does nothing. */
export function ignoring(fits: (request: WireRequest) => boolean): Interceptor {
  return (request, forward) =>
    fits(request)
      ? Promise.resolve(answer(200, { acknowledged: true, succeeded: true, num_freed: 1 }))
      : forward(request);
}

/** Refuses every request that fits. */
export function refusing(fits: (request: WireRequest) => boolean, status = 400): Interceptor {
  const reason = 'this server does not take it';
  return (request, forward) =>
    fits(request)
      ? Promise.resolve(answer(status, { error: { type: 'unsupported', reason }, status }))
      : forward(request);
}
