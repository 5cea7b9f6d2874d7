import fc from 'fast-check';
import type { World } from '../client/world.ts';
import type { TargetSupport, PropertyDefinition } from './property-definition.ts';
import type { ReplayId } from './replay-id.ts';

/** What `Property.check` is to do. */
export interface CheckOrder {
  readonly support: TargetSupport;
  readonly seed: number;
  readonly runs: number;
  /** Given to run one known counterexample only. */
  readonly replay?: ReplayId;
  /** Called for every run: true if the property held, false if it did not. */
  readonly attempt: (use: (world: World) => Promise<void>) => Promise<boolean>;
}

/** How a check ended. */
export type CheckResult =
  | { readonly kind: 'held' }
  | {
      readonly kind: 'counterexample';
      readonly replay: ReplayId;
      readonly value: unknown;
      readonly shrinks: number;
    };

/** A property of whatever values: what the list of all properties holds. */
export interface Property extends Omit<PropertyDefinition<unknown>, 'arbitrary' | 'holds'> {
  /** Looks for a value for which the property does not hold, and makes it small. Throws Error if there is no value to replay. */
  readonly check: (order: CheckOrder) => Promise<CheckResult>;
}

/** Hides the type of the values, so that properties of all kinds stand in one list. */
export function property<Value>(definition: PropertyDefinition<Value>): Property {
  const { arbitrary, holds, ...rest } = definition;
  return Object.freeze({
    ...rest,
    async check({ support, seed, runs, replay, attempt }: CheckOrder): Promise<CheckResult> {
      const values = arbitrary(support, replay?.commands);
      const checked = fc.asyncProperty(values, (value) => attempt((world) => holds(world, value)));
      const where =
        replay === undefined
          ? { seed, numRuns: runs }
          : { seed: replay.seed, path: replay.path, numRuns: 1, endOnFailure: true };
      const details = await fc.check(checked, where);
      if (!details.failed) return { kind: 'held' };
      if (details.counterexample === null) throw details.errorInstance;
      const [value] = details.counterexample;
      const commands = rest.stateful === true ? (replay?.commands ?? commandsIn(value)) : undefined;
      return {
        kind: 'counterexample',
        value,
        shrinks: details.numShrinks,
        replay: {
          seed: details.seed,
          path: details.counterexamplePath,
          ...(commands === undefined ? {} : { commands }),
        },
      };
    },
  });
}

/** The path that replays the commands of a value; fast-check prints it in a comment after them. */
function commandsIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const commands: unknown = Reflect.get(value, 'commands');
  return /replayPath="([^"]*)"/.exec(String(commands))?.[1];
}
