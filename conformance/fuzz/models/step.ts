import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import { scenarioState } from '../../client/scenario-state.ts';
import type { World } from '../../client/world.ts';

/** Returns the executed commands of a stateful property, in order. */
export const trailOf = scenarioState((): string[] => []);

/** Records an executed command for the report. */
function note(world: World, command: string): void {
  trailOf(world).push(command);
}

/** What the commands of a model act on. */
export interface StepTarget {
  readonly world: World;
}

/** The parts of a command. */
export interface StepParts<Model extends object, Target extends StepTarget> {
  readonly name: string;
  readonly check: (model: Readonly<Model>) => boolean;
  readonly run: (model: Model, target: Target) => Promise<void>;
}

/** Creates a command that records its name when it is executed. */
export function step<Model extends object, Target extends StepTarget>({
  name,
  check,
  run,
}: StepParts<Model, Target>): fc.AsyncCommand<Model, Target> {
  return {
    check,
    async run(model, target) {
      note(target.world, name);
      await run(model, target);
    },
    toString: () => name,
  };
}

/** Generates sequences of commands; `replayPath` is that of a replay. */
export function sequenceOf<Model extends object, Target extends StepTarget>(
  kinds: readonly fc.Arbitrary<fc.AsyncCommand<Model, Target>>[],
  replayPath: string | undefined,
): fc.Arbitrary<Iterable<fc.AsyncCommand<Model, Target>>> {
  const commands = fc.commands([...kinds], {
    maxCommands: bounds.commands,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  });
  // Without a bias towards small values: few commands lead to few states.
  return fc.noBias(commands);
}

/** Returns the `pick`-th of the entries that fit, modulo their number; undefined if none does. */
export function chosen<Entry>(
  entries: readonly Entry[],
  pick: number,
  fits: (entry: Entry) => boolean,
): Entry | undefined {
  const fitting = entries.filter(fits);
  return fitting[pick % Math.max(fitting.length, 1)];
}
