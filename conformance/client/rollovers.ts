import { isJsonMedia, jsonOf, listAt, valueAt } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { Incomplete, Mismatch } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { successorsOf } from './cleanup.ts';
import { awaitVisible, rememberBehind, writeDocument } from './documents.ts';
import { expectSuccess, isSuccess, isRefusal } from './expectations.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** The field of the documents that the kit writes to find the write index. */
const probeField = 'ck_probe';

/** More hits than any rolled-over alias of a scenario has documents. */
const probePage = 1000;

/** The write index of each alias, and the number of documents written to find it. */
const rolloversOf = scenarioState(() => ({ writeIndices: new Map<string, string>(), probes: 0 }));

/** Remembers the write index of an alias for a later `hasMoved`. */
export function rememberWriteIndex(world: World, alias: string, index: string): void {
  rolloversOf(world).writeIndices.set(alias, index);
  rememberBehind(world, alias, index);
}

/** A document that the kit wrote to an alias. */
interface Probe {
  readonly alias: string;
  readonly number: number;
  /** The index that the response to the write names, if it names one. */
  readonly index?: string;
}

/** True if the write index of the alias has changed since the last call. Writes one document to find out. */
export async function hasMoved(world: World, alias: string): Promise<boolean> {
  return (await movedOf(world, [alias])).length > 0;
}

/**
 * The aliases whose write index has changed since the last call. Writes one document to each to find out. Throws Mismatch if
 * one is refused or never visible.
 */
export async function movedOf(
  world: World,
  aliases: readonly string[],
): Promise<readonly string[]> {
  const known = rolloversOf(world).writeIndices;
  const before = new Map(known);
  const probes: Probe[] = [];
  for (const alias of aliases) {
    probes.push(await writeProbe(world, alias));
    expectSuccess(world.last);
  }
  const now = await findProbes(world, probes);
  for (const [alias, index] of now) rememberWriteIndex(world, alias, index);
  return aliases.filter((alias) => before.get(alias) !== now.get(alias));
}

/**
 * Writes a document to the alias and returns its index; undefined if the write is refused. Throws Mismatch if it never
 * becomes visible.
 */
export async function writerOf(world: World, alias: string): Promise<string | undefined> {
  const probe = await writeProbe(world, alias);
  if (isRefusal(world.last)) return undefined;
  expectSuccess(world.last);
  return (await findProbes(world, [probe])).get(alias);
}

async function writeProbe(world: World, alias: string): Promise<Probe> {
  const state = rolloversOf(world);
  state.probes += 1;
  const probe = state.probes;
  await writeDocument(world, {
    index: alias,
    id: `probe-${probe}`,
    source: { [probeField]: probe },
  });
  const index = isSuccess(world.last.response.status) ? nameIn(world.last) : undefined;
  return { alias, number: probe, ...present({ index }) };
}

/** The index that the response to a write names; the specification does not say that it names one. */
function nameIn(exchange: Exchange): string | undefined {
  if (!isJsonMedia(exchange.response.headers['content-type'])) return undefined;
  const name = valueAt(jsonOf(exchange), '_index');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/**
 * Waits until searches find these documents; returns the index of each by its alias. Throws Incomplete for one that may be
 * where no name leads to.
 */
async function findProbes(
  world: World,
  probes: readonly Probe[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const names = probes.map(({ number }) => `probe-${number}`).join(', ');
  let strayed: Probe | undefined;
  const search = world.eventually(`these documents are visible: ${names}`, async () => {
    for (const probe of probes) {
      if (found.has(probe.alias)) continue;
      const { indices, keepsOld } = await indicesOfProbe(world, probe);
      strayed = indices.length === 0 && !keepsOld ? probe : undefined;
      const [index] = indices;
      if (indices.length !== 1 || typeof index !== 'string') {
        const message = 'the document was not found exactly once';
        throw new Mismatch('one hit with its _index', indices, message);
      }
      found.set(probe.alias, index);
    }
  });
  await search.catch((error: unknown) => {
    if (strayed === undefined || !(error instanceof Mismatch)) throw error;
    const { alias, number } = strayed;
    throw new Incomplete(
      `probe-${number} was written to ${alias}, whose old index is not behind it any more, and no known index has it: it may have been rolled over twice`,
    );
  });
  for (const index of found.values()) {
    if (world.has('delete_index') && !index.startsWith('.')) {
      world.onCleanup(world.indexRemovals([index]));
    }
  }
  return found;
}

/**
 * Like `awaitVisible`. Throws Incomplete if the name is an alias that was rolled over: its documents may be where no name
 * leads to.
 */
export async function awaitVisibleBehind(world: World, name: string): Promise<void> {
  try {
    await awaitVisible(world, name);
  } catch (error) {
    if (!(error instanceof Mismatch) || !rolloversOf(world).writeIndices.has(name)) throw error;
    throw new Incomplete(
      `documents that were written to ${name} are not behind it any more: it may have been rolled over twice`,
    );
  }
}

/**
 * The index of each hit that is this probe, and whether the alias still shows the last known write index. The specification
 * does not say whether an alias keeps an index that was rolled over, and the new one may have been rolled over again: so the
 * index that the write named, the last known write index and its usual successors are searched too.
 */
async function indicesOfProbe(world: World, { alias, number, index }: Probe) {
  const known = rolloversOf(world).writeIndices.get(alias) ?? alias;
  const found: unknown[] = [];
  let keepsOld = false;
  const named = index === undefined ? [] : [index];
  for (const target of new Set([alias, ...named, known, ...successorsOf(known)])) {
    const path = `/${target}/_search`;
    const exchange = await world.send({ method: 'GET', path, body: { size: probePage } });
    if (target !== alias && isRefusal(exchange)) continue;
    expectSuccess(exchange);
    const hits = listAt(jsonOf(exchange), 'hits.hits');
    if (target === alias) keepsOld = hits.some((hit) => valueAt(hit, '_index') === known);
    const own = hits.filter((hit) => valueAt(hit, '_id') === `probe-${number}`);
    found.push(...own.map((hit) => valueAt(hit, '_index')));
    if (found.length > 0) break;
  }
  return { indices: found, keepsOld };
}
