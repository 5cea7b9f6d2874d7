import { jsonOf } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import { writeDocument } from './documents.ts';
import { expectSuccess } from './expectations.ts';
import { listAt, valueAt } from './json-path.ts';
import { isRefusal } from './refusals.ts';
import { scenarioState } from './scenario-state.ts';
import type { World } from './world.ts';

/** The field of the documents that the kit writes to find the write index. */
const probeField = 'ck_probe';

/** The write index of each alias, and the number of documents written to find it. */
interface Rollovers {
  readonly writeIndices: Map<string, string>;
  probes: number;
}

const rolloversOf = scenarioState((): Rollovers => ({ writeIndices: new Map(), probes: 0 }));

/** Remembers the write index of an alias for a later `hasMoved`. */
export function rememberWriteIndex(world: World, alias: string, index: string): void {
  rolloversOf(world).writeIndices.set(alias, index);
}

/** True if the write index of the alias has changed since the last call. Writes one document to find out. */
export async function hasMoved(world: World, alias: string): Promise<boolean> {
  const index = await writeIndexOf(world, alias);
  const moved = rolloversOf(world).writeIndices.get(alias) !== index;
  rememberWriteIndex(world, alias, index);
  return moved;
}

/** Writes a document to the alias and returns its index. Throws Mismatch if it is refused or never becomes visible. */
export async function writeIndexOf(world: World, alias: string): Promise<string> {
  const probe = await writeProbe(world, alias);
  expectSuccess(world.last);
  return indexOfProbe(world, alias, probe);
}

/** Like `writeIndexOf`, but returns undefined if the write is refused. */
export async function writerOf(world: World, alias: string): Promise<string | undefined> {
  const probe = await writeProbe(world, alias);
  if (isRefusal(world.last)) return undefined;
  expectSuccess(world.last);
  return indexOfProbe(world, alias, probe);
}

async function writeProbe(world: World, alias: string): Promise<number> {
  const state = rolloversOf(world);
  state.probes += 1;
  const probe = state.probes;
  await writeDocument(world, {
    index: alias,
    id: `probe-${probe}`,
    source: { [probeField]: probe },
  });
  return probe;
}

async function indexOfProbe(world: World, alias: string, probe: number): Promise<string> {
  const search = {
    method: 'GET',
    path: `/${alias}/_search`,
    body: { query: { term: { [probeField]: probe } } },
  };
  const index = await world.eventually(`the document probe-${probe} is visible`, async () => {
    const exchange = await world.send(search);
    expectSuccess(exchange);
    const found = listAt(jsonOf(exchange), 'hits.hits').map((hit) => valueAt(hit, '_index'));
    const [first] = found;
    if (found.length === 1 && typeof first === 'string') return first;
    throw new Mismatch('one hit with its _index', found, 'the document was not found exactly once');
  });
  if (world.has('delete_index') && !index.startsWith('.')) {
    world.onCleanup(world.hookRequest('delete_index', { index }), `index ${index}`);
  }
  return index;
}
