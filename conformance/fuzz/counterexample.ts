import fc from 'fast-check';
import { UsageError } from '../base/errors.ts';
import { type ReplayId, replayText } from './replay-id.ts';

/** Which values are tried: so many of a seed, or only one that was found before. */
export interface SearchOrder {
  readonly seed: number;
  readonly runs: number;
  readonly replay?: ReplayId | undefined;
}

/** Tries a value; resolves to true if what is searched for is not there. `replay` repeats it, unless it was shrunk. */
export type Attempt<Value> = (value: Value, replay: ReplayId) => Promise<boolean>;

/** The smallest value that was found. */
export interface FoundValue<Value> {
  readonly value: Value;
  readonly shrinks: number;
  readonly replay: ReplayId;
}

/**
 * Tries values until an attempt resolves to false, and shrinks that value; undefined if there is none. Throws what an attempt
 * throws, and UsageError if there is no value to replay.
 */
export async function findCounterexample<Value>(
  values: fc.Arbitrary<Value>,
  { seed, runs, replay }: SearchOrder,
  attempt: Attempt<Value>,
): Promise<FoundValue<Value> | undefined> {
  let run = -1;
  let halt: { readonly error: unknown } | undefined;
  const checked = fc.asyncProperty(values, async (value) => {
    run += 1;
    // For fast-check, an error would be a counterexample.
    if (halt !== undefined) return true;
    return attempt(value, replay ?? { seed, path: `${run}` }).catch((error: unknown) => {
      halt = { error };
      return true;
    });
  });
  const order =
    replay === undefined ? { seed, numRuns: runs } : { ...replay, numRuns: 1, endOnFailure: true };
  const details = await fc.check(checked, order).catch((error: unknown) => {
    if (replay === undefined || !(error instanceof Error)) throw error;
    throw new UsageError(`--replay ${replayText(replay)} cannot be replayed: ${error.message}`);
  });
  if (halt !== undefined) throw halt.error;
  if (!details.failed) return undefined;
  if (details.counterexample === null) throw details.errorInstance;
  const [value] = details.counterexample;
  const { numShrinks: shrinks, counterexamplePath: path } = details;
  return { value, shrinks, replay: { seed: details.seed, path } };
}
