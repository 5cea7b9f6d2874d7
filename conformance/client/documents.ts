import { isDeepStrictEqual } from 'node:util';
import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess, isSuccess } from './expectations.ts';
import { listAt, valueAt } from './json-path.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** What a scenario last did to one id: it wrote a document (over `older`, if there was one), or deleted it. */
type Written = { readonly older: unknown } | 'removed';

/** A document to be written. */
export interface NewDocument {
  readonly index: string;
  readonly id: string;
  /** In a text, `$name` is replaced before it is sent; anything else is sent as JSON. */
  readonly source: unknown;
}

/** What the scenario knows of one index. */
interface IndexState {
  /** What it last did to each id. */
  readonly written: Map<string, Written>;
  /** The documents as they were last written. */
  readonly contents: Map<string, unknown>;
  /** The most hits that a page may hold. */
  window: number;
}

const defaultWindow = 10_000;
/** The number of attempts with the hook `refresh`, before the steps that follow judge the hits. */
const looksAfterRefresh = 10;

const indicesOf = scenarioState((): Map<string, IndexState> => new Map());

/** Writes a document without waiting, and returns the exchange; the request may be refused. */
export async function writeDocument(world: World, document: NewDocument): Promise<Exchange> {
  const { index, id, source } = document;
  const path = `/${index}/_doc/${encodeURIComponent(id)}`;
  const exchange = await world.send({ method: 'PUT', path, body: source });
  if (!isSuccess(exchange.response.status)) return exchange;
  noteWritten(world, { index, id, source: JSON.parse(String(exchange.request.body)) });
  return exchange;
}

/** Writes a document to a data stream, which accepts only new ones. Throws Mismatch if the request is refused. */
export async function writeToStream(world: World, document: NewDocument): Promise<void> {
  const { index, id, source } = document;
  const path = `/${index}/_doc/${encodeURIComponent(id)}?op_type=create`;
  const exchange = await world.send({ method: 'PUT', path, body: source });
  expectSuccess(exchange);
  noteWritten(world, { index, id, source: JSON.parse(String(exchange.request.body)) });
}

/** Writes a document with a routing key, through a hook; throws Incomplete if the profile has no such hook. */
export async function writeRoutedDocument(
  world: World,
  { index, id, source }: NewDocument,
  routing: string,
): Promise<void> {
  await world.hook('routed_document', { index, id, routing, document: source });
  noteWritten(world, { index, id, source });
}

/** Deletes a document through a hook; throws Incomplete if the profile has no such hook. */
export async function removeDocument(world: World, index: string, id: string): Promise<void> {
  await world.hook('delete_document', { index, id });
  const { written, contents } = indexState(world, index);
  written.set(id, 'removed');
  contents.delete(id);
}

/** Writes documents, some at a time, and waits until searches see them. Throws Mismatch if one is refused. */
export async function writeAll(world: World, documents: readonly NewDocument[]): Promise<void> {
  const atATime = 8;
  for (let at = 0; at < documents.length; at += atATime) {
    const batch = documents.slice(at, at + atATime);
    const exchanges = await Promise.all(batch.map((one) => writeDocument(world, one)));
    for (const exchange of exchanges) expectSuccess(exchange);
  }
  for (const index of new Set(documents.map((document) => document.index))) {
    await awaitVisible(world, index);
  }
}

/** Remembers the result window of an index, so that waiting for documents requests no larger page. */
export function rememberWindow(world: World, index: string, creation: unknown): void {
  const settings = valueAt(creation, 'settings');
  const window =
    valueAt(settings, 'index.max_result_window') ?? valueAt(settings, 'max_result_window');
  if (window !== undefined) indexState(world, index).window = Number(window);
}

/**
 * Waits until a search sees everything that the scenario wrote to the index. A page that the result window cuts off
 * is enough if it is full. If the profile has the hook `refresh`, the wait ends after a few attempts: a search
 * that finds the wrong documents must fail the steps that judge it, not this wait.
 */
export async function awaitVisible(world: World, index: string): Promise<void> {
  const { written } = indexState(world, index);
  if (written.size === 0) return;
  let looks = 0;
  await world.eventually(`the documents of ${index} are visible`, async () => {
    looks += 1;
    const unseen = await unseenIn(world, index);
    if (unseen.length === 0 || (world.has('refresh') && looks >= looksAfterRefresh)) return;
    throw new Mismatch('every document as it was written', { unseen }, `not visible: ${unseen[0]}`);
  });
}

async function unseenIn(world: World, index: string): Promise<readonly string[]> {
  const { written, window } = indexState(world, index);
  const size = Math.min(Math.max(written.size, 1), window);
  const exchange = await world.send({ method: 'GET', path: `/${index}/_search`, body: { size } });
  if (!isSuccess(exchange.response.status)) return [...written.keys()];
  const hits = listAt(jsonOf(exchange), 'hits.hits');
  const found = new Map(hits.map((hit) => [valueAt(hit, '_id'), valueAt(hit, '_source')]));
  const unseen = [...written].filter(([id, state]) => !isSeen(found, id, state));
  const cutOff = written.size > window && hits.length === size;
  return cutOff ? [] : unseen.map(([id]) => id);
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
  const fresh = { written: new Map(), contents: new Map(), window: defaultWindow };
  indices.set(index, fresh);
  return fresh;
}
