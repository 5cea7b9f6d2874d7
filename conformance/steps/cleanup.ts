import type { Exchange, WireRequest } from '../driver/exchange.ts';
import { jsonOf } from '../driver/body.ts';
import { idIn, startsQuery } from './async-state.ts';

/** Undoes something that a scenario made: a request, or any action. */
export type Cleanup = WireRequest | (() => Promise<void>);

const scroll_path = '/_search/scroll';

/** One request releases no more scrolls, as their ids may be long. */
const most_scrolls = 100;

const writes_documents = new Set(['_doc', '_create', '_bulk', '_update']);

/** The indices of this scenario that a successful request may have brought into being. */
export function indicesMadeBy(exchange: Exchange, prefix: string): readonly string[] {
  const { method, path } = exchange.request;
  if (!['PUT', 'POST'].includes(method) || exchange.response.status >= 300) return [];
  const [target = '', action] = (path.split('?', 1)[0] ?? '')
    .split('/')
    .filter((part) => part !== '');
  if (action !== undefined && !writes_documents.has(action)) return [];
  return decoded(target)
    .split(',')
    .filter((name) => name.startsWith(prefix));
}

/** The request that releases the search context or the query which a response speaks of; undefined where there is none. */
export function contextReleaseFor(exchange: Exchange): WireRequest | undefined {
  if (exchange.response.status >= 300) return undefined;
  if (startsQuery(exchange.request)) return queryRemovalFor(exchange);
  if (!looksLikeContext(exchange)) return undefined;
  const body = jsonOf(exchange);
  if (typeof body !== 'object' || body === null) return undefined;
  if ('_scroll_id' in body) return release(scroll_path, { scroll_id: body._scroll_id });
  return 'id' in body ? release('/_pit', { id: body.id }) : undefined;
}

function queryRemovalFor(exchange: Exchange): WireRequest | undefined {
  const id = idIn(exchange);
  if (id === undefined) return undefined;
  return { method: 'DELETE', path: `/_query/async/${encodeURIComponent(id)}`, headers: {} };
}

/** The same actions; those that release scrolls become few requests with many ids each, and come first. */
export function gathered(actions: readonly Cleanup[]): readonly Cleanup[] {
  const scrolls = actions.filter(
    (action): action is WireRequest => scrollIdOf(action) !== undefined,
  );
  const ids = scrolls.map(scrollIdOf);
  const together = scrolls.flatMap((scroll, at) =>
    at % most_scrolls === 0
      ? [{ ...scroll, body: JSON.stringify({ scroll_id: ids.slice(at, at + most_scrolls) }) }]
      : [],
  );
  return [...together, ...actions.filter((action) => scrollIdOf(action) === undefined)];
}

/** The id where the action releases one scroll; undefined for any other action. */
function scrollIdOf(action: Cleanup): unknown {
  if (typeof action === 'function' || action.path !== scroll_path) return undefined;
  if (action.method !== 'DELETE' || typeof action.body !== 'string') return undefined;
  return (JSON.parse(action.body) as { readonly scroll_id?: unknown }).scroll_id;
}

function looksLikeContext(exchange: Exchange): boolean {
  const [path = '', query = ''] = exchange.request.path.split('?', 2);
  const opensPit = exchange.request.method === 'POST' && path.endsWith('/_pit');
  return opensPit || /(?:^|&)scroll=/.test(query);
}

function release(path: string, body: unknown): WireRequest {
  return {
    method: 'DELETE',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
