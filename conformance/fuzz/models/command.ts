import { defined } from '../../base/assert.ts';
import type fc from 'fast-check';
import { removeDocument, writeAll, awaitVisible } from '../../client/documents.ts';
import { prepared } from '../set-up.ts';
import {
  type ContextModel,
  type ContextTarget,
  indexOfContext,
  type ModelContext,
} from './context-model.ts';
import { step } from './step.ts';
import { note } from './trail.ts';

/** A command on search contexts. */
export type ContextCommand = fc.AsyncCommand<ContextModel, ContextTarget>;

/** Creates a command on search contexts that records its name when it is executed. */
export const command = step<ContextModel, ContextTarget>;

/** Creates a command on the `pick`-th context in a state, modulo their number; skipped if there is no such context. */
export function commandOn(
  {
    name,
    state,
    pick,
  }: {
    readonly name: string;
    readonly state: ModelContext['state'];
    readonly pick: number;
  },
  run: (model: ContextModel, target: ContextTarget, at: number) => Promise<void>,
): ContextCommand {
  return {
    check: (model) => indexOfContext(model, state, pick) !== undefined,
    async run(model, target) {
      const at = defined(indexOfContext(model, state, pick), `context that is ${state}`);
      note(target.world, `${name} #${at}`);
      await run(model, target, at);
    },
    toString: () => `${name} ${pick}`,
  };
}

/** Creates a command that adds or replaces a document and waits until searches find it. */
export function write(id: string, n: number): ContextCommand {
  return command({
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
export function remove(id: string): ContextCommand {
  return command({
    name: `delete ${id}`,
    check: (model) => model.contents.has(id),
    async run(model, { world, index }) {
      await removeDocument(world, index, id);
      await prepared(() => awaitVisible(world, index));
      model.contents = new Map([...model.contents].filter(([key]) => key !== id));
    },
  });
}
