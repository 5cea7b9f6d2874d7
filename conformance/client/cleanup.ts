import { decoded } from '../driver/names.ts';
import { parametersOf, pathnameOf, type Exchange, type WireRequest } from '../base/exchange.ts';
import { jsonOf, textOf } from '../base/body.ts';
import type { IntakeProcess, IntakeCommand } from '../driver/intake-command.ts';
import { idIn, startsQuery } from './async-state.ts';
import { isSuccess } from './expectations.ts';
import {
  indicesBehind,
  namedThing,
  pitPath,
  type Removal,
  saysGone,
  scrollPath,
  whyLeft,
} from './left-behind.ts';
import { keyIn } from './secrets.ts';
import type { Client } from '../driver/client.ts';

/**
 * Requests that delete an index and then its successors, in order: a successor exists only if a rollover of the one before
 * has created it, so the first that is absent after a success ends the series.
 */
export type Series = readonly Removal[];

/** An action that undoes something a scenario created: a request, a series, an intake to stop, or a function. */
export type Cleanup = WireRequest | Series | IntakeProcess | (() => Promise<void>);

/** True for a series. */
export function isSeries(action: Cleanup): action is Series {
  return Array.isArray(action);
}

/** The action with each of its requests changed. */
export function withRequests(action: Cleanup, change: (wire: WireRequest) => WireRequest): Cleanup {
  if (isSeries(action)) return action.map(change);
  return typeof action === 'function' || 'pid' in action ? action : change(action);
}

/** The key of an action that does not name one: two requests that delete the same have the same. */
export function keyOf(action: Cleanup): string | undefined {
  if (typeof action === 'function' || 'pid' in action) return undefined;
  const first = isSeries(action) ? action[0] : action;
  return first === undefined ? undefined : `removal ${first.path} ${String(first.body)}`;
}

/** Maximum number of scrolls that one request releases; their ids may be long. */
const maxScrolls = 100;

/** Requests below the name of an index that may create it: a lenient server does so for all of these. */
const mayCreate = ['_doc', '_create', '_bulk', '_update', '_mapping', '_settings', '_alias'];

/**
 * The indices of this scenario that a request may create, whatever is answered, each followed by the successors that
 * rollovers may create.
 */
export function indicesMadeBy(
  request: WireRequest,
  prefix: string,
): readonly (readonly string[])[] {
  const { method, body } = request;
  if (!['PUT', 'POST'].includes(method)) return [];
  const [target, action] = segmentsOf(request);
  if (target === undefined) return [];
  if (action !== undefined && !mayCreate.includes(action)) return [];
  const indices = decoded(target)
    .split(',')
    .filter((name) => name.replace(/^_/, '').startsWith(prefix));
  const canRollOver = typeof body === 'string' && body.includes('rollover_alias');
  return indices.map((name) => (canRollOver ? [name, ...successorsOf(name)] : [name]));
}

function segmentsOf({ path }: WireRequest): readonly string[] {
  return pathnameOf(path)
    .split('/')
    .filter((part) => part !== '');
}

/** Maximum number of rollovers of one index in a scenario. */
const maxRollovers = 3;

/**
 * The names of the indices that rollovers of this index create; a scenario must delete them even if it never sees them.
 * Empty if the name does not end in a number.
 */
export function successorsOf(index: string): readonly string[] {
  const [, stem, digits] = /^(.*-)(\d+)$/.exec(index) ?? [];
  if (stem === undefined) return [];
  return Array.from(
    { length: maxRollovers },
    (_, at) => `${stem}${`${Number(digits) + at + 1}`.padStart(6, '0')}`,
  );
}

/** The requests that delete what a request may create under a name of this scenario, except indices. */
export function removalsBefore(
  { method, path }: WireRequest,
  prefix: string,
): readonly WireRequest[] {
  const address = pathnameOf(path);
  const isOurs = namedThing.exec(address)?.[1]?.startsWith(prefix) === true;
  const isMade = isOurs && ['PUT', 'POST'].includes(method);
  return isMade ? [{ method: 'DELETE', path: address, headers: {} }] : [];
}

/** True if a document was stored in an index of another name than the request says: that name is an alias. */
export function isAliasWrite({ request, response }: Exchange): boolean {
  const [target = '', action] = segmentsOf(request);
  const isWrite = request.method === 'PUT' && action === '_doc' && isSuccess(response.status);
  // Not parsed: a body that is not JSON is judged elsewhere.
  const [, index] = (isWrite && /"_index"\s*:\s*"([^"]+)"/.exec(textOf(response))) || [];
  return index !== undefined && index !== decoded(target);
}

/** The requests that delete what a response has given an id: search contexts, queries and keys. */
export function removalsAfter(exchange: Exchange): readonly WireRequest[] {
  const key = keyIn(exchange);
  const ofKey = key === undefined ? [] : [release('/_security/api_key', { ids: [key.id] })];
  return [contextReleaseFor(exchange) ?? [], ofKey].flat();
}

/** The request that deletes the search context or the query that a response returned; undefined if there is none. */
export function contextReleaseFor(exchange: Exchange): WireRequest | undefined {
  if (exchange.response.status >= 300) return undefined;
  if (startsQuery(exchange.request)) {
    const id = idIn(exchange);
    if (id === undefined) return undefined;
    return { method: 'DELETE', path: `/_query/async/${encodeURIComponent(id)}`, headers: {} };
  }
  if (!looksLikeContext(exchange)) return undefined;
  const body = jsonOf(exchange);
  if (typeof body !== 'object' || body === null) return undefined;
  if ('_scroll_id' in body) return release(scrollPath, { scroll_id: body._scroll_id });
  return 'id' in body ? release(pitPath, { id: body.id }) : undefined;
}

/** The actions, with those that release scrolls combined into a few requests, which come first. */
export function gathered(actions: readonly Cleanup[]): readonly Cleanup[] {
  const scrolls = actions.filter(
    (action): action is WireRequest => scrollIdOf(action) !== undefined,
  );
  const ids = scrolls.map(scrollIdOf);
  const combined = scrolls.flatMap((scroll, at) =>
    at % maxScrolls === 0
      ? [{ ...scroll, body: JSON.stringify({ scroll_id: ids.slice(at, at + maxScrolls) }) }]
      : [],
  );
  return [...combined, ...actions.filter((action) => scrollIdOf(action) === undefined)];
}

/** The scroll id of an action that deletes one scroll; undefined for any other action. */
function scrollIdOf(action: Cleanup): unknown {
  if (typeof action === 'function' || 'pid' in action || isSeries(action)) return undefined;
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

/** The client that sends cleanup requests, and the command that stops an intake. */
interface CleanupTools {
  readonly client: Pick<Client, 'send'>;
  readonly intakeCommand: Pick<IntakeCommand, 'stop'>;
}

/** The actions that undo what a scenario created. */
export class CleanupList {
  readonly #actions = new Map<string, Cleanup>();

  /** The keys of actions that may fail, since nothing should be left to undo. */
  readonly #doubtful = new Set<string>();

  /** Adds an action, unless there is one with this key; returns true if the key is new, or was doubtful. */
  add(action: Cleanup, key = `cleanup ${this.#actions.size}`): boolean {
    const isNew = !this.#actions.has(key);
    if (isNew) this.#actions.set(key, action);
    return isNew || this.#doubtful.delete(key);
  }

  /** The actions with these keys are for what should not exist, until the next `add`: they may fail. */
  doubt(keys: readonly string[]): void {
    for (const key of keys) this.#doubtful.add(key);
  }

  /**
   * Runs all actions, the latest first, and then the doubtful ones: an alias goes with its last index. Returns a description
   * of each action that failed twice.
   */
  async run(tools: CleanupTools): Promise<readonly string[]> {
    const failed: Cleanup[] = [];
    const latestFirst = [...this.#actions].toReversed();
    const certain = latestFirst.filter(([key]) => !this.#doubtful.has(key));
    const doubtful = latestFirst.filter(([key]) => this.#doubtful.has(key));
    for (const action of gathered(certain.map(([, action]) => action))) {
      if ((await undo(action, tools)) !== undefined) failed.push(action);
    }
    for (const [, action] of doubtful) await undo(action, tools);
    // An action that depends on another one (an alias can be deleted only after its index) may succeed now.
    const leftovers: string[] = [];
    for (const action of failed) {
      const problem = await undo(action, tools);
      if (problem !== undefined) leftovers.push(problem);
    }
    this.#actions.clear();
    return leftovers;
  }
}

/** Runs one action; returns a description of its failure, or undefined if it succeeded. */
async function undo(
  action: Cleanup,
  { client, intakeCommand }: CleanupTools,
): Promise<string | undefined> {
  try {
    if (typeof action === 'function') {
      await action();
      return undefined;
    }
    if ('pid' in action) {
      await intakeCommand.stop(action);
      return undefined;
    }
    return await remove(isSeries(action) ? action : [action], client);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Sends the requests of a series; returns a description of the last one that failed. */
async function remove(series: Series, client: CleanupTools['client']): Promise<string | undefined> {
  let problem: string | undefined;
  let hasRemoved = false;
  const requests = [...series];
  for (const request of requests) {
    const { status } = await client.send(request);
    if (isSuccess(status)) {
      hasRemoved = true;
      // A server that runs policies by itself may have rolled over more often than the scenario has asked for.
      const isLast = request === requests.at(-1) && series.length > 1;
      if (isLast && requests.length < maxSeries) requests.push(...removalAfter(request));
    } else if (hasRemoved && saysGone.has(status)) break;
    else {
      const { left, behind } = await leftBy(request, status, client);
      requests.push(...removalsBehind(requests, request, behind));
      if (left === undefined && behind.length === 0 && hasRemoved) break;
      problem = left ?? problem;
    }
  }
  return problem;
}

/** Limit on the requests of a series. */
const maxSeries = 100;

/** What a failed removal has left behind; the indices instead if its name is an alias. */
async function leftBy(request: Removal, status: number, client: CleanupTools['client']) {
  const left = await whyLeft(request, status, client);
  const behind = left === undefined ? [] : await indicesBehind(request, client);
  return { left: behind.length === 0 ? left : undefined, behind };
}

/** The removal of the index that the next rollover creates; empty for what is no index. */
function removalAfter(removal: Removal): readonly Removal[] {
  return successorsOf(removal.index ?? '')
    .slice(0, 1)
    .map((next) => ofIndex(removal, next));
}

/** The removals of the indices behind an alias that are not among these requests, and then that of the alias once more. */
function removalsBehind(
  requests: readonly Removal[],
  alias: Removal,
  behind: readonly string[],
): readonly Removal[] {
  const others = behind.filter((name) => requests.every(({ index }) => index !== name));
  if (others.length === 0 || requests.length >= maxSeries) return [];
  return [...others.map((name) => ofIndex(alias, name)), alias];
}

/** The same removal of another index. */
function ofIndex({ index = '', body, ...removal }: Removal, other: string): Removal {
  return {
    ...removal,
    index: other,
    path: removal.path.replace(index, other),
    ...(typeof body === 'string' ? { body: body.replace(index, other) } : {}),
  };
}
