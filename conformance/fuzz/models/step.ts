import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';

/** Generates sequences of steps of some kinds, or of single requests. */
export function sequenceOf<Step>(
  ...kinds: readonly fc.MaybeWeightedArbitrary<Step>[]
): fc.Arbitrary<readonly Step[]> {
  // Without a bias towards small values: few steps lead to few states.
  return fc.noBias(fc.array(fc.oneof(...kinds), { maxLength: bounds.commands, size: 'max' }));
}

/** Returns the `pick`-th of the entries, modulo their number; undefined if there is none. */
export function chosen<Entry>(entries: readonly Entry[], pick: number): Entry | undefined {
  return entries[pick % Math.max(entries.length, 1)];
}
