import fc from 'fast-check';
import { awaitVisible, removeDocument, writeAll } from '../../client/documents.ts';
import type { World } from '../../client/world.ts';
import type { TargetSupport } from '../property-definition.ts';
import { createIndex, prepared } from '../set-up.ts';
import {
  type ContextCommand,
  type ContextKind,
  type ContextModel,
  type ContextTarget,
  drain,
} from './contexts.ts';
import { sequenceOf, step } from './step.ts';

/** The initial index, and the commands on it. */
export interface FrozenCase {
  readonly shards: number;
  /** The member `n` of each document; the index in the list is its id. */
  readonly documents: readonly number[];
  readonly commands: Iterable<ContextCommand>;
}

const maxDocuments = 10;
const mappings = { properties: { u: { type: 'integer' }, n: { type: 'integer' } } };

/** Generates commands on search contexts, mixed with commands that add, replace and delete documents. */
export function frozenCase(
  contextCommands: readonly fc.Arbitrary<ContextCommand>[],
  support: TargetSupport,
  replayPath: string | undefined,
): fc.Arbitrary<FrozenCase> {
  const id = fc.nat({ max: maxDocuments + 1 }).map(String);
  const n = fc.integer({ min: 0, max: 9 });
  const writing = fc.tuple(id, n).map(([which, value]) => write(which, value));
  const deleting = support.deletes ? [id.map(remove)] : [];
  return fc.record({
    shards: support.shards ? fc.integer({ min: 1, max: 3 }) : fc.constant(1),
    documents: fc.array(n, { maxLength: maxDocuments, size: 'max' }),
    commands: sequenceOf([...contextCommands, writing, ...deleting], replayPath),
  });
}

/** Executes the commands on the target and the model, and then reads every open context to its end. */
export async function runFrozen(world: World, given: FrozenCase, kind: ContextKind): Promise<void> {
  const index = world.name('books');
  const entries = given.documents.map((n, at) => [`${at}`, { u: at, n }] as const);
  await prepared(async () => {
    await createIndex(world, index, { mappings, shards: given.shards });
    await writeAll(
      world,
      entries.map(([id, source]) => ({ index, id, source })),
    );
  });
  const model: ContextModel = { contents: new Map(entries), contexts: [] };
  const target: ContextTarget = { world, index };
  await fc.asyncModelRun(() => ({ model, real: target }), given.commands);
  await drain(kind, model, target);
}

/** Creates a command that adds or replaces a document and waits until searches find it. */
function write(id: string, n: number): ContextCommand {
  return step<ContextModel, ContextTarget>({
    name: `write ${id} n=${n}`,
    check: () => true,
    async run(model, { world, index }) {
      const source = { u: Number(id), n };
      await prepared(() => writeAll(world, [{ index, id, source }]));
      model.contents = new Map(model.contents).set(id, source);
    },
  });
}

/** Creates a command that deletes a document and waits until searches no longer find it. */
function remove(id: string): ContextCommand {
  return step<ContextModel, ContextTarget>({
    name: `delete ${id}`,
    check: (model) => model.contents.has(id),
    async run(model, { world, index }) {
      await removeDocument(world, index, id);
      await prepared(() => awaitVisible(world, index));
      model.contents = new Map([...model.contents].filter(([key]) => key !== id));
    },
  });
}
