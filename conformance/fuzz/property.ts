import fc from 'fast-check';
import type { World } from '../client/world.ts';
import type { TargetSupport, PropertyDefinition } from './property-definition.ts';
import type { ReplayId } from './replay-id.ts';

/** The arguments of `Property.check`. */
export interface CheckOrder {
  readonly support: TargetSupport;
  readonly seed: number;
  readonly runs: number;
  /** If given, only this counterexample runs. */
  readonly replay?: ReplayId;
  /** Called for every run; resolves to true if the property held for the value. */
  readonly attempt: (tried: Tried) => Promise<boolean>;
}

/** One value of a property. */
export interface Tried {
  readonly value: unknown;
  readonly use: (world: World) => Promise<void>;
  /** The replay path of the commands in the value; call it after they were executed. */
  readonly commands: () => string | undefined;
}

/** The result of `Property.check`. */
export type CheckResult =
  | { readonly kind: 'held' }
  | {
      readonly kind: 'counterexample';
      readonly replay: ReplayId;
      readonly value: unknown;
      readonly shrinks: number;
    };

/** A property without the type of its values, so that one list can contain all properties. */
export interface Property extends Omit<PropertyDefinition<unknown>, 'arbitrary' | 'holds'> {
  /** Searches for a counterexample and shrinks it. Throws Error if there is no value to replay. */
  readonly check: (order: CheckOrder) => Promise<CheckResult>;
}

/** Creates a property from its definition; hides the type of its values. */
export function property<Value>(definition: PropertyDefinition<Value>): Property {
  const { arbitrary, holds, ...rest } = definition;
  return Object.freeze({
    ...rest,
    async check({ support, seed, runs, replay, attempt }: CheckOrder): Promise<CheckResult> {
      const values = arbitrary(support, replay?.commands);
      const commandsOf = (value: unknown): string | undefined =>
        rest.stateful === true ? (replay?.commands ?? commandsIn(value)) : undefined;
      const checked = fc.asyncProperty(values, (value) =>
        attempt({
          value,
          use: (world) => holds(world, value),
          commands: () => commandsOf(value),
        }),
      );
      const parameters =
        replay === undefined
          ? { seed, numRuns: runs }
          : { seed: replay.seed, path: replay.path, numRuns: 1, endOnFailure: true };
      const details = await fc.check(checked, parameters);
      if (!details.failed) return { kind: 'held' };
      if (details.counterexample === null) throw details.errorInstance;
      const [value] = details.counterexample;
      const commands = commandsOf(value);
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

/** Returns the path that replays the commands of a value; fast-check prints it in a comment after the commands. */
function commandsIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const commands: unknown = Reflect.get(value, 'commands');
  return /replayPath="([^"]*)"/.exec(String(commands))?.[1];
}
