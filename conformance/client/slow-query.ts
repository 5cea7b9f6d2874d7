import { isJsonMedia, jsonOf } from '../base/body.ts';
import { durationOf } from './duration-of.ts';
import { Incomplete, KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { idIn, stateIn } from './async-state.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import { valueAt } from './json-path.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** Each level of a slow query multiplies its rows by this number. */
const rowsALevel = 4;
/** This many levels (more than 10^10 rows for each document) take longer than any scenario, but end some day. */
const endlessLevels = 17;
const fewestLevels = 8;
const maxLevels = 16;
/** A slow query still runs after this time. */
const slowWait = '200ms';
const shortestWait = '10ms';

/** What the scenario knows of its asynchronous queries. */
interface QueryState {
  /** The ids of the queries that were named. */
  readonly named: Map<string, string | undefined>;
  /** The id of the current query; undefined if its first answer had none. */
  id: string | undefined;
  /** The number of rows that the query of the kit counts. */
  slowRows: number | undefined;
  /** How long the server may wait before it answers. */
  wait_ms: number | undefined;
  isStopped: boolean;
}

const queryOf = scenarioState((): QueryState => ({
  named: new Map(),
  id: undefined,
  slowRows: undefined,
  wait_ms: undefined,
  isStopped: false,
}));

/** A query to be started, and how. */
export interface AsyncStart {
  /** Absent if the server chooses the format. */
  readonly format?: string;
  readonly body: unknown;
}

/** A query of the kit, over an index with one document. */
interface MadeQuery {
  readonly query: string;
  /** The value of its only column `n`, in its only row. */
  readonly rows: number;
}

/**
 * Starts a query, and saves its id, if the answer has one, as `query_id`. The wait in the body is remembered, so that an
 * answer after it can be distinguished from one before it.
 */
export async function startQuery(world: World, { format, body }: AsyncStart): Promise<Exchange> {
  const path = `/_query/async${format === undefined ? '' : `?format=${format}`}`;
  const exchange = await world.send({ method: 'POST', path, body });
  const asked: unknown = valueAt(
    JSON.parse(String(exchange.request.body)),
    'wait_for_completion_timeout',
  );
  rememberWait(world, typeof asked === 'string' ? asked : undefined);
  const id = isSuccess(exchange.response.status) ? idIn(exchange) : undefined;
  const query = queryOf(world);
  query.id = id;
  query.isStopped = false;
  if (id !== undefined) world.save('query_id', id);
  return exchange;
}

/** Starts a query that takes longer than the scenario; the request may be refused. The query is deleted at the end. */
export function startEndless(
  world: World,
  index: string,
  options: { readonly wait?: string; readonly format?: string },
): Promise<Exchange> {
  return startMade(world, expansionOf(index, endlessLevels), options);
}

/** Starts a query that takes longer than the scenario. Throws Incomplete if it has already finished. */
export async function endlessRunning(world: World, index: string): Promise<void> {
  expectRunning(world, await startEndless(world, index, { wait: shortestWait }));
}

/**
 * Starts a query that is still running when the server answers, and ends soon after; `keep` is its keep time. Throws
 * Incomplete if no query is slow enough.
 */
export async function slowRunning(world: World, index: string, keep?: string): Promise<void> {
  const made = await slowQuery(world, index);
  const times = { wait: shortestWait, ...(keep === undefined ? {} : { keep }) };
  expectRunning(world, await startMade(world, made, times));
}

/** Starts a query that ends within some seconds, with this wait. */
export async function startSlow(world: World, index: string, wait: string): Promise<Exchange> {
  const made = await slowQuery(world, index);
  return startMade(world, made, { wait });
}

/** Finds a query that keeps the server busy for a moment. Throws Incomplete if even the largest one does not. */
async function slowQuery(world: World, index: string): Promise<MadeQuery> {
  for (let levels = fewestLevels; levels <= maxLevels; levels += 1) {
    const made = expansionOf(index, levels);
    const exchange = await startMade(world, made, { wait: slowWait });
    expectSuccess(exchange);
    if (stateIn(exchange).is_running !== false) {
      await world.send({ method: 'DELETE', path: pathOfQuery(world) });
      return made;
    }
  }
  throw new Incomplete(`no query of the kit is slow enough here: none runs for ${slowWait}`);
}

/** The path of the current query. Throws Mismatch if its first answer had no id. */
export function pathOfQuery(world: World): string {
  const { id } = queryOf(world);
  if (id !== undefined) return `/_query/async/${encodeURIComponent(id)}`;
  throw new Mismatch('an id', 'absent', 'the first answer gave no id of the query');
}

/** Throws Mismatch unless the query is running; Incomplete if the server was too fast for a query of the kit. */
export function expectRunning(world: World, exchange: Exchange): void {
  expectSuccess(exchange);
  const { is_running } = stateIn(exchange);
  if (is_running === true) return;
  const rows = queryOf(world).slowRows;
  if (is_running === false && rows !== undefined && resultIn(exchange) === rows) {
    throw new Incomplete(`the server counted ${rows} rows before its first answer`);
  }
  throw new Mismatch(true, is_running ?? 'absent', 'the answer does not say that the query runs');
}

/**
 * Throws Mismatch unless the query has finished; Incomplete if the whole wait was too short for it, and it was not
 * stopped.
 */
export function expectFinished(world: World, exchange: Exchange): void {
  expectSuccess(exchange);
  const { is_running } = stateIn(exchange);
  if (is_running === false) return;
  const { wait_ms, isStopped } = queryOf(world);
  const mayRun = is_running === true && !isStopped;
  if (mayRun && wait_ms !== undefined && exchange.response.duration_ms >= wait_ms) {
    throw new Incomplete(`the query takes longer than ${wait_ms} ms here`);
  }
  const message = 'the answer does not say that the query has finished';
  throw new Mismatch(false, is_running ?? 'absent', message);
}

/** Remembers how long the server may wait before its next answer; undefined if the request does not say. */
export function rememberWait(world: World, wait: string | undefined): void {
  queryOf(world).wait_ms = wait === undefined ? undefined : durationOf(wait);
}

/** Stops the current query: it ends early, and its answer has the results so far. */
export async function stopQuery(world: World): Promise<void> {
  rememberWait(world, undefined);
  queryOf(world).isStopped = true;
  await world.send({ method: 'POST', path: `${pathOfQuery(world)}/stop` });
}

/** Names the current query. */
export function nameQuery(world: World, name: string): void {
  const { named, id } = queryOf(world);
  named.set(name, id);
}

/** Makes the query of this name the current one. Throws KitFault if there is none, or it has no id. */
export function returnToQuery(world: World, name: string): void {
  const query = queryOf(world);
  const id = query.named.get(name);
  if (id === undefined) throw new KitFault(`no query is called ${name}`);
  query.id = id;
}

async function startMade(
  world: World,
  { query, rows }: MadeQuery,
  options: { readonly wait?: string; readonly keep?: string; readonly format?: string },
): Promise<Exchange> {
  const { wait, keep, format } = options;
  queryOf(world).slowRows = rows;
  world.save('slow_rows', rows);
  const body = JSON.stringify({ query, wait_for_completion_timeout: wait, keep_alive: keep });
  return startQuery(world, { body, ...(format === undefined ? {} : { format }) });
}

/** Counts the rows of lists that are expanded against each other. */
function expansionOf(index: string, levels: number): MadeQuery {
  const names = Array.from({ length: levels }, (_, at) => `l${at}`);
  const list = `[${Array.from({ length: rowsALevel }, (_, at) => at).join(', ')}]`;
  const query = [
    `FROM ${index}`,
    `EVAL ${names.map((name) => `${name} = ${list}`).join(', ')}`,
    ...names.map((name) => `MV_EXPAND ${name}`),
    'STATS n = COUNT(*)',
  ].join(' | ');
  return { query, rows: rowsALevel ** levels };
}

function resultIn(exchange: Exchange): unknown {
  if (!isJsonMedia(exchange.response.headers['content-type'])) return undefined;
  return valueAt(jsonOf(exchange), 'values.0.0');
}
