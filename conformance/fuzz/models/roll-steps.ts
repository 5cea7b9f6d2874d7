import type fc from 'fast-check';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { successorsOf } from '../../client/cleanup.ts';
import { pageOf } from '../../client/cursors.ts';
import { awaitVisible, type NewDocument, writeAll, writeToStream } from '../../client/documents.ts';
import { expectSuccess, isSuccess } from '../../client/expectations.ts';
import { valueAt } from '../../client/json-path.ts';
import type { World } from '../../client/world.ts';
import { maxHits } from '../searching.ts';
import { createStream, prepared } from '../set-up.ts';
import { step, type StepTarget } from './step.ts';

/** What is written to: an alias with a write index, or a data stream. */
export type Roller = 'alias' | 'stream';

/** The model: what was written to each, and how often it was rolled over. */
export interface RollModel {
  written: Readonly<Record<Roller, readonly Written[]>>;
  /** The index that the alias writes to. */
  writeIndex: string;
  rolled: Readonly<Record<Roller, number>>;
}

/** A document, and the index that it went to if it is known. */
interface Written {
  readonly id: string;
  readonly index: string | undefined;
}

/** The server, and whether it has data streams. */
export interface RollTarget extends StepTarget {
  readonly hasStream: boolean;
}

/** A command on an alias or a data stream. */
export type RollStep = fc.AsyncCommand<RollModel, RollTarget>;

/** The cleanup knows this many successors of an index. */
const maxRolled = 3;

/** Creates the alias with its first index, and the data stream if there is a hook for it. */
export async function makeRollers(world: World): Promise<RollTarget> {
  const index = firstIndex(world);
  const hasStream = world.has('create_data_stream');
  await prepared(async () => {
    const aliases = { [world.name('alias')]: { is_write_index: true } };
    expectSuccess(await world.send({ method: 'PUT', path: `/${index}`, body: { aliases } }));
    world.onCleanup(world.indexRemovals(successorsOf(index)));
    if (hasStream) await createStream(world, world.name('stream'), { shards: 1 });
  }, 'the alias or the data stream');
  return { world, hasStream };
}

/** The first index of the alias. */
export function firstIndex(world: World): string {
  return world.name('rolls-000001');
}

/** Creates a command that writes a new document. */
export function writeNewStep(roller: Roller): RollStep {
  return step({
    name: `write to the ${roller}`,
    check: () => true,
    async run(model, { world, hasStream }) {
      if (roller === 'stream' && !hasStream) return;
      const id = `${model.written[roller].length}`;
      const source = { '@timestamp': '2024-05-01T00:00:00Z', n: Number(id) };
      const document: NewDocument = { index: world.name(roller), id, source };
      await prepared(() => writeOne(world, roller, document), 'a document');
      const index = roller === 'alias' ? model.writeIndex : undefined;
      model.written = { ...model.written, [roller]: [...model.written[roller], { id, index }] };
    },
  });
}

async function writeOne(world: World, roller: Roller, document: NewDocument): Promise<void> {
  if (roller === 'alias') return writeAll(world, [document]);
  await writeToStream(world, document);
  await awaitVisible(world, document.index);
}

/** Creates a command that rolls an alias or a stream over. A server may refuse that, and no document is lost by it. */
export function rollStep(roller: Roller): RollStep {
  return step({
    name: `roll the ${roller} over`,
    check: ({ rolled }) => rolled[roller] < maxRolled,
    async run(model, { world, hasStream }) {
      if (roller === 'stream' && !hasStream) return;
      const path = `/${world.name(roller)}/_rollover`;
      const exchange = await world.send({ method: 'POST', path, body: {} });
      if (!isSuccess(exchange.response.status)) return;
      if (valueAt(jsonOf(exchange), 'rolled_over') !== true) return;
      const index = valueAt(jsonOf(exchange), 'new_index');
      if (roller === 'alias') model.writeIndex = String(index);
      model.rolled = { ...model.rolled, [roller]: model.rolled[roller] + 1 };
    },
  });
}

/** Creates a command that searches all documents of an alias or a stream. */
export function searchRollerStep(roller: Roller): RollStep {
  return step({
    name: `search the ${roller}`,
    check: () => true,
    run: (model, target) => expectWritten(model, target, roller),
  });
}

/** Throws Mismatch unless a search finds each document once that was written, and in the index that took the writes. */
export async function expectWritten(
  { written }: RollModel,
  { world, hasStream }: RollTarget,
  roller: Roller,
): Promise<void> {
  if (roller === 'stream' && !hasStream) return;
  const path = `/${world.name(roller)}/_search`;
  const hits = pageOf(await world.send({ method: 'GET', path, body: { size: maxHits } }));
  const got = hits
    .map((hit) => {
      const index = roller === 'alias' ? String(valueAt(hit, '_index')) : '';
      return `${index}/${String(valueAt(hit, '_id'))}`;
    })
    .toSorted();
  const wanted = written[roller].map(({ id, index = '' }) => `${index}/${id}`).toSorted();
  if (got.join() === wanted.join()) return;
  throw new Mismatch(wanted, got, `the ${roller} finds other documents than were written to it`);
}
