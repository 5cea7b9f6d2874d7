import { present } from '../base/present.ts';
import { bounds } from '../base/bounds.ts';
import { expandingQuery } from '../base/expanding-query.ts';
import { isJsonMedia, jsonOf, valueAt } from '../base/body.ts';
import { durationOf } from './moment.ts';
import { Incomplete, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { refusalOf } from '../driver/hook-request.ts';
import type { SlowQuery } from '../driver/profile.ts';
import { requestDocument } from './answer-table.ts';
import { documentsIn } from './documents.ts';
import { fewerQueries, idIn, startsQuery, stateIn, tooSlow } from './async-state.ts';
import { expectSuccess, isSuccess, isRefusal } from './expectations.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

const fewestLevels = 5;
/** A query is slow enough if it still runs after this time. */
const slowWait = '200ms';
const shortestWait = '10ms';
/** How long a result is kept of which a step does not say it: a server may keep none that is not asked for. */
const usualKeep = '10m';

/** The state of the asynchronous queries of a scenario. */
interface QueryState {
  /** The ids of the named queries. */
  readonly named: Map<string, string | undefined>;
  /** The id of the current query; undefined if its first response had none. */
  id: string | undefined;
  /** The correct row count of the current query, if it is a query of the kit. */
  slowRows: number | undefined;
  /** The requested time that the server may wait before it responds. */
  wait_ms: number | undefined;
}

const queryOf = scenarioState((): QueryState => ({
  named: new Map(),
  id: undefined,
  slowRows: undefined,
  wait_ms: undefined,
}));

/** The body of a query, and its media type if it is not JSON. */
export interface SentBody {
  readonly body: unknown;
  readonly contentType?: string;
}

/** The request that starts a query. */
export interface AsyncStart extends SentBody {
  /** Absent if the server chooses the format. */
  readonly format?: string;
  readonly delimiter?: string;
  readonly accept?: string;
}

/** How a query of the kit is started. */
interface MadeOptions extends Pick<AsyncStart, 'format' | 'accept'> {
  readonly wait?: string;
  readonly keep?: string;
  /** Writes the body; without it, the body is JSON. */
  readonly write?: (body: string) => SentBody;
}

/** A slow query of the kit. */
interface MadeQuery {
  readonly query: string;
  /** The number of its lists; with each one more it takes several times as long. */
  readonly levels: number;
  /** The value of its only row in its only column, `n`. */
  readonly rows: number;
}

/**
 * Starts a query, and saves its id as `query_id` if the response has one. Remembers the wait in the body, to
 * distinguish a response after the wait from one before it.
 */
export async function startQuery(world: World, start: AsyncStart): Promise<Exchange> {
  return noteStart(world, await sendQuery(world, '/_query/async', start));
}

/** Sends a query to a path. */
export function sendQuery(world: World, path: string, query: AsyncStart): Promise<Exchange> {
  const { format, delimiter, accept, contentType, body } = query;
  // A space as `+` is a convention of forms.
  const parameters = new URLSearchParams(present({ format, delimiter })).toString();
  const search = parameters.replaceAll('+', '%20');
  const headers = present({ accept, 'content-type': contentType });
  const address = search === '' ? path : `${path}?${search}`;
  return world.send({ method: 'POST', path: address, headers, body });
}

/** Sends the latest request again. If it started a query, this query is deleted first. */
export async function repeatLast(world: World): Promise<Exchange> {
  const { request } = world.last;
  if (!startsQuery(request)) return world.send(request);
  await deleteQuery(world);
  return noteStart(world, await world.send(request));
}

function noteStart(world: World, exchange: Exchange): Exchange {
  const wait = valueAt(requestDocument(exchange.request), 'wait_for_completion_timeout');
  rememberWait(world, typeof wait === 'string' ? wait : undefined);
  const id = isSuccess(exchange.response.status) ? idIn(exchange) : undefined;
  const query = queryOf(world);
  query.id = id;
  world.saveFound('query_id', id, 'the response to the start of the query has no id');
  return exchange;
}

/** Starts a query that takes longer than the scenario, and is deleted at its end. The request may be refused. */
export function startEndless(world: World, index: string, options: MadeOptions): Promise<Exchange> {
  return startMade(world, endlessOf(world, index), options);
}

/** Starts a query that takes longer than the scenario. Throws Incomplete if it has already finished. */
export async function endlessRunning(world: World, index: string): Promise<void> {
  expectRunning(world, await startEndless(world, index, { wait: shortestWait }));
}

/**
 * Starts a query that is still running when the server responds, and finishes soon after; `keep` is its keep time.
 * Throws Incomplete if no query is slow enough.
 */
export async function slowRunning(world: World, index: string, keep?: string): Promise<void> {
  const times = { wait: shortestWait, ...(keep === undefined ? {} : { keep }) };
  let made = await slowQuery(world, index, fewestLevels);
  let exchange = await startMade(world, made, times);
  // A server may be faster the second time: then a larger query is needed.
  while (hasFinished(world, exchange) && made.levels < bounds.slowLists) {
    if (queryOf(world).id !== undefined) await deleteQuery(world);
    made = await slowQuery(world, index, made.levels + 1);
    exchange = await startMade(world, made, times);
  }
  expectRunning(world, exchange);
}

/** Starts a query that finishes within a few seconds, with this wait. Throws Incomplete if no query is slow enough. */
export async function startSlow(world: World, index: string, wait: string): Promise<Exchange> {
  const made = await slowQuery(world, index, fewestLevels);
  return startMade(world, made, { wait });
}

/**
 * Finds a query that takes longer than `slowWait`, with at least so many levels. Throws Incomplete if even the largest one
 * does not, or the server refuses it: the specification names none of its commands.
 */
async function slowQuery(world: World, index: string, fewest: number): Promise<MadeQuery> {
  const { slow_query } = world.profile;
  if (slow_query !== undefined) return slowOf(world, index, slow_query);
  for (let levels = fewest; levels <= bounds.slowLists; levels += 1) {
    const made = expansionOf(world, index, levels);
    const exchange = await startMade(world, made, { wait: slowWait });
    expectStarted(world, exchange);
    if (stateIn(exchange).is_running !== false) {
      await deleteQuery(world);
      return made;
    }
  }
  throw new Incomplete(
    `no query of the kit is slow enough for this server: all finish within ${slowWait}`,
  );
}

/** Deletes the current query; the request may be refused. Throws Mismatch if its first response had no id. */
export function deleteQuery(world: World): Promise<Exchange> {
  return world.send({ method: 'DELETE', path: pathOfQuery(world) });
}

/** The path of the current query. Throws Mismatch if its first response had no id. */
export function pathOfQuery(world: World): string {
  const { id } = queryOf(world);
  if (id !== undefined) return `/_query/async/${encodeURIComponent(id)}`;
  throw new Mismatch('an id', 'absent', 'the first response has no query id');
}

/**
 * Throws Incomplete if the server refuses the slow query of the kit: the specification does not say how costly a query may
 * be. Throws Mismatch if another request was refused.
 */
function expectStarted(world: World, exchange: Exchange): void {
  const isMade = queryOf(world).slowRows !== undefined && startsQuery(exchange.request);
  if (isMade && isRefusal(exchange)) {
    throw new Incomplete(`the server refuses the slow query of the kit: ${refusalOf(exchange)}`);
  }
  expectSuccess(exchange);
}

/** Throws Mismatch unless the query is running; Incomplete if the server was too fast for a query of the kit. */
export function expectRunning(world: World, exchange: Exchange): void {
  expectStarted(world, exchange);
  const { is_running } = stateIn(exchange);
  if (is_running === true) return;
  if (hasFinished(world, exchange)) {
    const rows = queryOf(world).slowRows;
    const hint = world.profile.slow_query === undefined ? '' : '; name a slower slow_query';
    throw new Incomplete(`the server counted ${rows} rows before its first response${hint}`);
  }
  throw new Mismatch(true, is_running ?? 'absent', 'the response does not report a running query');
}

/** True if the response to the start of a query of the kit has its correct result. */
function hasFinished(world: World, exchange: Exchange): boolean {
  const rows = queryOf(world).slowRows;
  if (rows === undefined || !isSuccess(exchange.response.status)) return false;
  return stateIn(exchange).is_running === false && resultIn(exchange) === rows;
}

/**
 * Throws Mismatch unless the query has finished; Incomplete if it was not stopped and is still running after the full
 * wait.
 */
export function expectFinished(world: World, exchange: Exchange): void {
  expectSuccess(exchange);
  const { is_running } = stateIn(exchange);
  if (is_running === false) return;
  const { wait_ms, id = '' } = queryOf(world);
  const stop = `/${encodeURIComponent(id)}/stop`;
  const mayRun = is_running && world.exchanges.every((one) => !one.request.path.endsWith(stop));
  if (mayRun && wait_ms !== undefined && exchange.response.duration_ms >= wait_ms) {
    throw new Incomplete(tooSlow(`${wait_ms} ms`));
  }
  const message = 'the response does not report a finished query';
  throw new Mismatch(false, is_running ?? 'absent', message);
}

/** Throws Incomplete if the answer to a stop says that the query had found no document, so that it had no rows either. */
export function expectBegun(last: Pick<Exchange, 'response'>): void {
  if (valueAt(jsonOf(last), 'documents_found') !== 0) return;
  throw new Incomplete(
    `the query had found no document when it was stopped: the server is busy; ${fewerQueries}`,
  );
}

/** Remembers the wait of the next request; undefined if the request contains none. */
export function rememberWait(world: World, wait: string | undefined): void {
  queryOf(world).wait_ms = wait === undefined ? undefined : durationOf(wait);
}

/** Stops the current query, which then returns its results so far. */
export async function stopQuery(world: World): Promise<void> {
  rememberWait(world, undefined);
  await world.send({ method: 'POST', path: `${pathOfQuery(world)}/stop` });
}

/** Goes on with the id in the latest answer, if it has one: each answer may give the query another. */
export function followId(world: World): void {
  const id = idIn(world.last);
  if (id === undefined) return;
  queryOf(world).id = id;
  world.save('query_id', id);
}

/** Names the current query. */
export function nameQuery(world: World, name: string): void {
  const { named, id } = queryOf(world);
  named.set(name, id);
}

/** Throws Mismatch if the query with this name had an id in its first response, and the current query has none. */
export function expectIdAsIn(world: World, name: string): void {
  const { named } = queryOf(world);
  if (!named.has(name)) throw new KitFault(`there is no query named ${name}`);
  if (named.get(name) !== undefined) pathOfQuery(world);
}

/** Makes the query with this name the current one. Throws KitFault if there is none, Mismatch if it has no id. */
export function returnToQuery(world: World, name: string): void {
  const query = queryOf(world);
  if (!query.named.has(name)) throw new KitFault(`there is no query named ${name}`);
  query.id = query.named.get(name);
  pathOfQuery(world);
}

async function startMade(
  world: World,
  { query, rows }: MadeQuery,
  { wait, keep = usualKeep, format, accept, write = (body) => ({ body }) }: MadeOptions,
): Promise<Exchange> {
  queryOf(world).slowRows = rows;
  world.save('slow_rows', rows);
  const body = JSON.stringify({ query, wait_for_completion_timeout: wait, keep_alive: keep });
  return startQuery(world, { ...write(body), ...present({ format, accept }) });
}

function expansionOf(world: World, index: string, levels: number): MadeQuery {
  const rows = documentsIn(world, index) * bounds.slowListLength ** levels;
  return { query: expandingQuery(index, levels), levels, rows };
}

/** The query of a profile, which is as large as it gets. */
function slowOf(world: World, index: string, { query, rows_per_document }: SlowQuery): MadeQuery {
  const rows = documentsIn(world, index) * rows_per_document;
  return { query: query.replaceAll('{index}', index), levels: bounds.slowLists, rows };
}

/** The query of the profile that does not end, or that of the kit. */
function endlessOf(world: World, index: string): MadeQuery {
  const { slow_query } = world.profile;
  return slow_query === undefined
    ? expansionOf(world, index, bounds.endlessLists)
    : slowOf(world, index, { ...slow_query, query: slow_query.endless });
}

function resultIn(exchange: Exchange): unknown {
  if (!isJsonMedia(exchange.response.headers['content-type'])) return undefined;
  return valueAt(jsonOf(exchange), 'values.0.0');
}
