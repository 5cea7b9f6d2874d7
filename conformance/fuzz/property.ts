import fc from 'fast-check';
import type { Mismatch } from '../base/errors.ts';
import type { World } from '../client/world.ts';
import type { TargetSupport, PropertyDefinition } from './property-definition.ts';
import type { ReplayId } from './replay-id.ts';

/** The arguments of `Property.check`. */
export interface CheckOrder {
  readonly support: TargetSupport;
  readonly seed: number;
  readonly runs: number;
  /** The number of values that were tried before; 0 if absent. */
  readonly from?: number;
  /** If given, only this counterexample runs. */
  readonly replay?: ReplayId;
  /** Called for every run; resolves to true if the property held for the value. */
  readonly attempt: (tried: Tried) => Promise<boolean>;
}

/** One value of a property. */
export interface Tried {
  readonly value: unknown;
  readonly use: (world: World) => Promise<void>;
  /** What replays the value, unless it was shrunk. */
  readonly replay: ReplayId;
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
export interface Property extends Omit<
  PropertyDefinition<unknown>,
  'arbitrary' | 'holds' | 'clausesOf'
> {
  /** The clauses that a value is about. */
  readonly clausesOf: (value: unknown, failure?: Mismatch) => readonly string[];
  /** What tries one value. */
  readonly use: (value: unknown) => Tried['use'];
  /** Searches for a counterexample and shrinks it. Throws Error if there is no value to replay. */
  readonly check: (order: CheckOrder) => Promise<CheckResult>;
}

/** The lowest bits of a seed are the number of a batch, so that a replay finds it. */
const batchBits = 12;
const maxBatch = 2 ** batchBits;

/** Creates a property from its definition; hides the type of its values. */
export function property<Value>(definition: PropertyDefinition<Value>): Property {
  const { arbitrary, holds, clausesOf, ...rest } = definition;

  /** Tries the values of one seed. */
  async function checkSeed(order: CheckOrder): Promise<CheckResult> {
    const { support, seed, runs, replay, attempt } = order;
    const from = replay?.seed ?? seed;
    let run = -1;
    const values = arbitrary(support, from & (maxBatch - 1));
    const checked = fc.asyncProperty(values, (value) => {
      run += 1;
      const path = replay?.path ?? `${run}`;
      return attempt({
        value,
        use: (world) => holds(world, value),
        replay: { seed: from, path },
      });
    });
    const parameters =
      replay === undefined
        ? { seed, numRuns: runs }
        : { seed: from, path: replay.path, numRuns: 1, endOnFailure: true };
    const details = await fc.check(checked, parameters);
    if (!details.failed) return { kind: 'held' };
    if (details.counterexample === null) throw details.errorInstance;
    const [value] = details.counterexample;
    return {
      kind: 'counterexample',
      value,
      shrinks: details.numShrinks,
      replay: { seed: details.seed, path: details.counterexamplePath },
    };
  }

  return Object.freeze({
    ...rest,
    clausesOf: (value: unknown, failure?: Mismatch) =>
      clausesOf?.(value as Value, failure) ?? rest.clauses,
    use: (value: unknown) => (world: World) => holds(world, value as Value),
    async check(order: CheckOrder): Promise<CheckResult> {
      const { seed, runs, from = 0, replay } = order;
      if (rest.dimensions === undefined || replay !== undefined) return checkSeed(order);
      for (let run = 0; run < runs; run += 1) {
        const result = await checkSeed({ ...order, seed: seedOf(seed, from + run), runs: 1 });
        if (result.kind !== 'held') return result;
      }
      return { kind: 'held' };
    },
  });
}

/** A seed whose lowest bits are the number of a batch, and whose others depend on the seed. */
function seedOf(seed: number, batch: number): number {
  return (Math.imul(seed, 0x9e_37_79_b1) & -maxBatch) | (batch % maxBatch);
}
