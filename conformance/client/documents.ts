import { isDeepStrictEqual } from 'node:util';
import { jsonOf, parseJson, listAt, membersOf, valueAt, writeJson } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectNoServerError, expectSuccess, isRefused, isSuccess } from './expectations.ts';
import { whyRequestUnclaimed } from '../driver/request-needs.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** The last change of one id: a document was written (replacing `older`, if any), or removed. */
type Written = { readonly older: unknown } | 'removed';

/** A document to be written. */
export interface NewDocument {
  readonly index: string;
  readonly id: string;
  /** A string is sent with each `$name` replaced; any other value is sent as JSON. */
  readonly source: unknown;
}

/** The documents that the scenario wrote to one index. */
interface IndexState {
  /** The last change of each id. */
  readonly written: Map<string, Written>;
  /** The documents as they were last written. */
  readonly contents: Map<string, unknown>;
  /** The indices behind an alias; a rollover may have taken some from it. */
  readonly behind: Set<string>;
  /** Maximum number of hits on a page. */
  window: number;
}

const defaultWindow = 10_000;
/** Maximum number of documents that are written one after the other. */
const mostInOrder = 20;
/** Number of attempts after which the wait for documents ends if the profile has the hook `refresh`. */
const maxRefreshAttempts = 10;
/** Number of hits that the first search of a wait has room for beside the documents of the scenario. */
const foreignHits = 10;
/** Limit on the number of times that a search of a wait requests twice as many hits as the one before. */
const maxDoublings = 10;

const indicesOf = scenarioState((): Map<string, IndexState> => new Map());

/** Writes a document without waiting, and returns the exchange; the request may be refused. */
export async function writeDocument(
  world: World,
  { index, id, source }: NewDocument,
  parameters = '',
): Promise<Exchange> {
  const path = `/${index}/_doc/${encodeURIComponent(id)}${parameters}`;
  const exchange = await world.send({ method: 'PUT', path, body: source });
  if (!isSuccess(exchange.response.status)) return exchange;
  noteWritten(world, { index, id, source: parseJson(String(exchange.request.body)) });
  return exchange;
}

/** Writes a document to a data stream, which accepts only new ones. Throws Mismatch if the request is refused. */
export async function writeToStream(world: World, document: NewDocument): Promise<void> {
  expectSuccess(await writeDocument(world, document, '?op_type=create'));
}

/** Writes a document with a routing key through a hook. Throws Incomplete if the profile does not have the hook. */
export async function writeRoutedDocument(
  world: World,
  { index, id, source }: NewDocument,
  routing: string,
): Promise<void> {
  await world.hook('routed_document', { index, id, routing, document: source });
  noteWritten(world, { index, id, source });
}

/** Deletes a document through a hook. Throws Incomplete if the profile does not have the hook. */
export async function removeDocument(world: World, index: string, id: string): Promise<void> {
  await world.hook('delete_document', { index, id });
  const { written, contents } = indexState(world, index);
  written.set(id, 'removed');
  contents.delete(id);
}

/**
 * Writes documents and waits until searches see them: a few in order, so that two runs of one server agree, many in small
 * batches. Throws Mismatch if one is refused.
 */
export async function writeAll(world: World, documents: readonly NewDocument[]): Promise<void> {
  const batchSize = documents.length <= mostInOrder ? 1 : 8;
  for (let at = 0; at < documents.length; at += batchSize) {
    const batch = documents.slice(at, at + batchSize);
    const exchanges = await Promise.all(batch.map((document) => writeDocument(world, document)));
    for (const exchange of exchanges) expectSuccess(exchange);
  }
  await awaitVisible(world, ...new Set(documents.map((document) => document.index)));
}

/** Creates an index, and remembers its result window. The request may be refused. */
export async function createIndex(world: World, index: string, body: unknown): Promise<Exchange> {
  const exchange = await world.send({ method: 'PUT', path: `/${index}`, body });
  rememberWindow(world, index, JSON.parse(String(exchange.request.body)));
  return exchange;
}

/** Remembers the result window of an index, so that the wait for documents never requests a larger page. */
export function rememberWindow(world: World, index: string, creation: unknown): void {
  const settings = valueAt(creation, 'settings');
  const window =
    valueAt(settings, 'index.max_result_window') ?? valueAt(settings, 'max_result_window');
  if (window !== undefined) indexState(world, index).window = Number(window);
}

/** Remembers that an index was behind an alias, so that the wait for documents finds those of the alias there, too. */
export function rememberBehind(world: World, alias: string, index: string): void {
  indexState(world, alias).behind.add(index);
}

/**
 * Waits until searches return everything that the scenario wrote to these indices. If the profile has the hook `refresh`,
 * the wait ends after a few attempts, because a search that returns the wrong documents must fail the steps that judge it,
 * not this wait. Throws Mismatch after the time limit.
 */
export async function awaitVisible(world: World, ...indices: readonly string[]): Promise<void> {
  const unfinished = new Set(indices.filter((index) => indexState(world, index).written.size > 0));
  if (unfinished.size === 0) return;
  let attempts = 0;
  await world.eventually(`the documents of ${indices.join(', ')} are visible`, async () => {
    for (const index of unfinished) {
      const unseen = await unseenIn(world, index, attempts);
      const isLast = world.has('refresh') && attempts + 1 >= maxRefreshAttempts;
      if (unseen.length > 0 && !isLast) {
        attempts += 1;
        const message = `not visible: ${unseen[0]}`;
        throw new Mismatch('every document as it was written', { unseen }, message);
      }
      unfinished.delete(index);
    }
  });
}

/** True if the scenario wrote a document with this id to the index, and the request was a success. */
export function isAccepted(world: World, index: string, id: string): boolean {
  return indexState(world, index).contents.has(id);
}

/** Number of documents that the scenario wrote to the index, without those that it removed. */
export function documentsIn(world: World, index: string): number {
  return indexState(world, index).contents.size;
}

/**
 * The ids that searches do not return as they were written. The index may hold more than the scenario wrote, such as
 * the documents of a leader, so each attempt requests a larger page. More documents than the window are searched in
 * ranges of their numbers.
 */
async function unseenIn(world: World, name: string, attempts: number): Promise<readonly string[]> {
  const { written, behind, window } = indexState(world, name);
  const room = (written.size + foreignHits) * 2 ** Math.min(attempts, maxDoublings);
  const found = new Map<unknown, unknown>();
  let unseen = [...written.keys()];
  for (const index of [name, ...behind]) {
    if (unseen.length === 0) break;
    const answered = await findIn(world, { name, index, size: Math.min(room, window) }, found);
    if (!answered) continue;
    unseen = [...written].filter(([id, state]) => !isSeen(found, id, state)).map(([id]) => id);
  }
  return unseen;
}

/** The documents that the scenario wrote under a name, the index where they are sought, and the largest page. */
interface Sought {
  readonly name: string;
  readonly index: string;
  readonly size: number;
}

/** Adds what searches for the documents of `name` return from an index, by id. Returns false if one is refused. */
async function findIn(
  world: World,
  { name, index, size }: Sought,
  found: Map<unknown, unknown>,
): Promise<boolean> {
  const { written, contents, window } = indexState(world, name);
  for (const query of written.size <= window ? [{}] : rangesOf([...contents.values()], window)) {
    const body = { ...query, size };
    const search = { method: 'GET', path: `/${index}/_search`, headers: {} };
    const isLacking = whyRequestUnclaimed(search, world.profile) !== undefined;
    const exchange = isLacking ? undefined : await world.send({ ...search, body });
    if (exchange === undefined || (isRefused(exchange) && !world.profile.claims.has('search'))) {
      return findRows(world, { name, index, size }, found);
    }
    expectNoServerError(exchange);
    if (!isSuccess(exchange.response.status)) return false;
    const hits = listAt(jsonOf(exchange), 'hits.hits');
    for (const hit of hits.filter((one) => isOwn(world, valueAt(one, '_index')))) {
      found.set(valueAt(hit, '_id'), valueAt(hit, '_source'));
    }
  }
  return true;
}

/**
 * Looks at the rows of an index on a server without searches. The documents are there once there are as many rows, and the
 * plain values of those that replaced others stand in one row. Returns false if they are not, or the query is refused.
 */
async function findRows(
  world: World,
  { name, index, size }: Sought,
  found: Map<unknown, unknown>,
): Promise<boolean> {
  const body = { query: `FROM ${index} | LIMIT ${size}` };
  const exchange = await world.send({ method: 'POST', path: '/_query', body });
  if (!isSuccess(exchange.response.status)) return false;
  const { contents, written } = indexState(world, name);
  const rows = plainRowsIn(jsonOf(exchange));
  if (rows.length !== contents.size) return false;
  for (const [id, source] of contents) {
    const state = written.get(id);
    const isReplacing = state !== undefined && state !== 'removed' && state.older !== undefined;
    if (!isReplacing || rows.some((row) => holdsPlainly(row, source))) found.set(id, source);
  }
  return true;
}

const plainTypes: ReadonlySet<unknown> = new Set(['integer', 'long', 'keyword', 'text']);

/** The rows of an answer to a query, with the names of their columns whose values can be written in one way only. */
function plainRowsIn(answer: unknown): readonly ReadonlyMap<unknown, unknown>[] {
  const columns = listAt(answer, 'columns');
  return listAt(answer, 'values').map((row) => {
    const cells = columns.map((column, at) => ({ column, value: valueAt(row, `${at}`) }));
    const plain = cells.filter(({ column }) => plainTypes.has(valueAt(column, 'type')));
    return new Map(plain.map(({ column, value }) => [valueAt(column, 'name'), value]));
  });
}

/** True if a row holds the single texts and numbers of a document. */
function holdsPlainly(row: ReadonlyMap<unknown, unknown>, source: unknown): boolean {
  return Object.entries(membersOf(source))
    .filter(([name, value]) => row.has(name) && typeof value !== 'object')
    .every(([name, value]) => String(row.get(name)) === String(value));
}

/**
 * Queries of which each matches at most so many documents, and all together match all of them, by the number `n`. Throws
 * KitFault if the documents are not numbered.
 */
function rangesOf(documents: readonly unknown[], window: number): readonly object[] {
  const numbers = documents
    .map((document) => Number(valueAt(document, 'n')))
    .toSorted((a, b) => a - b);
  if (new Set(numbers).size < numbers.length || numbers.some(Number.isNaN)) {
    throw new KitFault('more documents than the result window have to be numbered in the field n');
  }
  const firsts = numbers.filter((_, position) => position % window === 0);
  return firsts.map((gte, at) => {
    const lte = numbers[(at + 1) * window - 1] ?? numbers.at(-1);
    return { query: { range: { n: { gte, lte } } } };
  });
}

/** False for a hit of an index that the scenario cannot have made. The name of a hidden index is up to the server. */
function isOwn(world: World, index: unknown): boolean {
  return typeof index !== 'string' || index.startsWith('.') || index.includes(world.prefix);
}

function isSeen(found: ReadonlyMap<unknown, unknown>, id: string, state: Written): boolean {
  if (state === 'removed') return !found.has(id);
  if (!found.has(id)) return false;
  return state.older === undefined || !isDeepStrictEqual(found.get(id), state.older);
}

function noteWritten(world: World, { index, id, source }: NewDocument): void {
  const { written, contents } = indexState(world, index);
  const older = contents.get(id);
  const isOld = isDeepStrictEqual(older, source);
  written.set(id, { older: isOld ? undefined : older });
  contents.set(id, source);
}

function indexState(world: World, index: string): IndexState {
  const indices = indicesOf(world);
  const known = indices.get(index);
  if (known !== undefined) return known;
  const fresh = {
    written: new Map(),
    contents: new Map(),
    behind: new Set<string>(),
    window: defaultWindow,
  };
  indices.set(index, fresh);
  return fresh;
}

/** The fields of numbered documents and of probes, so that no type is left to the server. */
const plainMappings = {
  properties: {
    n: { type: 'integer' },
    word: { type: 'keyword' },
    day: { type: 'date' },
  },
} as const;

const numbers = /^(?:index\.)?number_of_(shards|replicas)$/;

/** The number of shards, and of replicas, of every index whose server has no settings for them. */
const only: Readonly<Record<string, number>> = { shards: 1, replicas: 0 };

/**
 * Returns a body that creates an index, or a template of one, as this target understands it: with the fields of numbered
 * documents if it has no mappings. A target that does not claim `shards` need not know the numbers of shards and replicas,
 * so one shard without replicas is not asked for.
 */
export function creationFor(world: World, creation: string): string {
  const expanded = world.expand(creation, 'json');
  const parsed = parseJson(expanded);
  const hasMappings = valueAt(parsed, 'mappings') !== undefined;
  const mapped = hasMappings
    ? expanded
    : writeJson({ ...(parsed as object), mappings: plainMappings });
  return world.profile.claims.has('shards') ? mapped : withoutCopies(mapped);
}

/** Returns the body of the creation of an index without the settings for one shard and for no replicas. */
export function withoutCopies(creation: string): string {
  const parsed = parseJson(creation);
  const settings = valueAt(parsed, 'settings');
  if (typeof settings !== 'object' || settings === null) return creation;
  const others = Object.entries(settings).filter(
    ([name, value]) => Number(value) !== only[numbers.exec(name)?.[1] ?? ''],
  );
  return writeJson({ ...(parsed as object), settings: Object.fromEntries(others) });
}

/**
 * Creates a template for the indices of a data stream, and the data stream itself through a hook. Throws Mismatch if the
 * template is refused.
 */
export async function createStream(world: World, name: string, template: unknown): Promise<void> {
  // Without the hook, the template is of no use.
  world.hookRequest('create_data_stream', { name });
  const body = { index_patterns: [name], data_stream: {}, template, priority: 500 };
  expectSuccess(await world.send({ method: 'PUT', path: `/_index_template/${name}`, body }));
  // Before the request: its response may be lost.
  world.onCleanup({ method: 'DELETE', path: `/_data_stream/${name}`, headers: {} });
  await world.hook('create_data_stream', { name });
}
