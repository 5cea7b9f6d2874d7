import type { Exchange, WireRequest } from '../base/exchange.ts';
import { jsonOf } from '../base/body.ts';
import type { IntakeProcess } from '../driver/intake-command.ts';
import { idIn, startsQuery } from './async-state.ts';
import { securityRemovalFor } from './security-cleanup.ts';

/** Undoes something that a scenario made: a request, an intake to stop, or any action. */
export type Cleanup = WireRequest | IntakeProcess | (() => Promise<void>);

const scrollPath = '/_search/scroll';

/** One request releases no more scrolls, as their ids may be long. */
const maxScrolls = 100;

const writesDocuments = new Set(['_doc', '_create', '_bulk', '_update']);

/**
 * The indices of this scenario that a successful request may have brought into being, and those that a rollover may put
 * after them. The last is to be removed first: otherwise a run of the policies could bring an index after it back.
 */
export function indicesMadeBy(exchange: Exchange, prefix: string): readonly string[] {
  const { method, path } = exchange.request;
  if (!['PUT', 'POST'].includes(method) || exchange.response.status >= 300) return [];
  const [target = '', action] = (path.split('?', 1)[0] ?? '')
    .split('/')
    .filter((part) => part !== '');
  if (action !== undefined && !writesDocuments.has(action)) return [];
  const made = decoded(target)
    .split(',')
    .filter((name) => name.startsWith(prefix));
  const { body } = exchange.request;
  const canRollOver = typeof body === 'string' && body.includes('rollover_alias');
  return canRollOver ? made.flatMap((name) => [...successorsOf(name), name]) : made;
}

/** So many rollovers of one index a scenario brings about at most. */
const maxRollovers = 3;

/** Calls below which a name of its own is created, and by which it is removed. */
const namedCollections = ['/_ilm/policy/', '/_index_template/'];

/**
 * The names that the indices after one will have where it is rolled over: a scenario that ends before it has looked must
 * leave none of them behind. Empty where the name does not end in a number.
 */
export function successorsOf(index: string): readonly string[] {
  const [, stem, digits] = /^(.*-)(\d+)$/.exec(index) ?? [];
  if (stem === undefined) return [];
  return Array.from(
    { length: maxRollovers },
    (_, at) => `${stem}${`${Number(digits) + at + 1}`.padStart(6, '0')}`,
  );
}

/** The request that removes the policy or template which an exchange has created; undefined where it created none. */
export function removalOfNamed(exchange: Exchange, prefix: string): WireRequest | undefined {
  const { method, path } = exchange.request;
  if (method !== 'PUT' || exchange.response.status >= 300) return undefined;
  const [address = ''] = path.split('?', 1);
  const isOurs = namedCollections.some((start) => address.startsWith(`${start}${prefix}`));
  return isOurs ? { method: 'DELETE', path: address, headers: {} } : undefined;
}

/** The requests that take back what an exchange made, indices apart; names that are not of this scenario are left alone. */
export function removalsFor(exchange: Exchange, prefix: string): readonly WireRequest[] {
  const removals = [
    contextReleaseFor(exchange),
    removalOfNamed(exchange, prefix),
    securityRemovalFor(exchange, prefix),
  ];
  return removals.filter((removal) => removal !== undefined);
}

/** The request that releases the search context or the query which a response speaks of; undefined where there is none. */
export function contextReleaseFor(exchange: Exchange): WireRequest | undefined {
  if (exchange.response.status >= 300) return undefined;
  if (startsQuery(exchange.request)) return queryRemovalFor(exchange);
  if (!looksLikeContext(exchange)) return undefined;
  const body = jsonOf(exchange);
  if (typeof body !== 'object' || body === null) return undefined;
  if ('_scroll_id' in body) return release(scrollPath, { scroll_id: body._scroll_id });
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
    at % maxScrolls === 0
      ? [{ ...scroll, body: JSON.stringify({ scroll_id: ids.slice(at, at + maxScrolls) }) }]
      : [],
  );
  return [...together, ...actions.filter((action) => scrollIdOf(action) === undefined)];
}

/** The id where the action releases one scroll; undefined for any other action. */
function scrollIdOf(action: Cleanup): unknown {
  if (typeof action === 'function' || 'pid' in action) return undefined;
  if (action.path !== scrollPath) return undefined;
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
