import type { Exchange, WireRequest } from '../base/exchange.ts';
import { jsonOf } from '../base/body.ts';
import type { IntakeProcess } from '../driver/intake-command.ts';
import { idIn, startsQuery } from './async-state.ts';
import { parametersOf, pathnameOf } from './request-path.ts';
import { securityRemovalFor } from './security-cleanup.ts';

/** Undoes something that a scenario created: a request, an intake to stop, or a function. */
export type Cleanup = WireRequest | IntakeProcess | (() => Promise<void>);

const scrollPath = '/_search/scroll';

/** One request releases no more scrolls, as their ids may be long. */
const maxScrolls = 100;

const writesDocuments = new Set(['_doc', '_create', '_bulk', '_update']);

/**
 * The indices of this scenario that a successful request may have created, and those that a rollover may create
 * after them. The last one is deleted first: otherwise a run of the policies could create the next one again.
 */
export function indicesMadeBy(exchange: Exchange, prefix: string): readonly string[] {
  const { method, path } = exchange.request;
  if (!['PUT', 'POST'].includes(method) || exchange.response.status >= 300) return [];
  const [target, action] = pathnameOf(path)
    .split('/')
    .filter((part) => part !== '');
  if (target === undefined) return [];
  if (action !== undefined && !writesDocuments.has(action)) return [];
  const made = decoded(target)
    .split(',')
    .filter((name) => name.startsWith(prefix));
  const { body } = exchange.request;
  const canRollOver = typeof body === 'string' && body.includes('rollover_alias');
  return canRollOver ? made.flatMap((name) => [...successorsOf(name), name]) : made;
}

/** The most rollovers of one index in a scenario. */
const maxRollovers = 3;

/** Paths below which something with a name is created and deleted. */
const namedCollections = ['/_ilm/policy/', '/_index_template/'];

/**
 * The names of the indices that rollovers of this index create: a scenario must delete them even if it ends before it has
 * seen them. Empty if the name does not end in a number.
 */
export function successorsOf(index: string): readonly string[] {
  const [, stem, digits] = /^(.*-)(\d+)$/.exec(index) ?? [];
  if (stem === undefined) return [];
  return Array.from(
    { length: maxRollovers },
    (_, at) => `${stem}${`${Number(digits) + at + 1}`.padStart(6, '0')}`,
  );
}

/** The request that deletes the policy or template that an exchange has created; undefined if it created none. */
export function removalOfNamed(exchange: Exchange, prefix: string): WireRequest | undefined {
  const { method, path } = exchange.request;
  if (method !== 'PUT' || exchange.response.status >= 300) return undefined;
  const address = pathnameOf(path);
  const isOurs = namedCollections.some((start) => address.startsWith(`${start}${prefix}`));
  return isOurs ? { method: 'DELETE', path: address, headers: {} } : undefined;
}

/** The requests that delete what an exchange created, except indices, if its name is one of this scenario. */
export function removalsFor(exchange: Exchange, prefix: string): readonly WireRequest[] {
  const removals = [
    contextReleaseFor(exchange),
    removalOfNamed(exchange, prefix),
    securityRemovalFor(exchange, prefix),
  ];
  return removals.filter((removal) => removal !== undefined);
}

/** The request that deletes the search context or the query in a response; undefined if there is none. */
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

/** The id if the action deletes one scroll; undefined for any other action. */
function scrollIdOf(action: Cleanup): unknown {
  if (typeof action === 'function' || 'pid' in action) return undefined;
  if (action.path !== scrollPath) return undefined;
  if (action.method !== 'DELETE' || typeof action.body !== 'string') return undefined;
  return (JSON.parse(action.body) as { readonly scroll_id?: unknown }).scroll_id;
}

function looksLikeContext(exchange: Exchange): boolean {
  const { method, path } = exchange.request;
  const opensPit = method === 'POST' && pathnameOf(path).endsWith('/_pit');
  return opensPit || parametersOf(path).has('scroll');
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
