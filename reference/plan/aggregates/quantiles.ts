import type { Accumulator } from '../aggregate.ts';
import { Digest } from './digest.ts';
import { blockOfGroups, forEachNumber, operandAt } from './input.ts';

/** Creates an aggregate that computes a statistic of the distribution of numbers; null without numbers. */
export function ofDistribution(figure: (digest: Digest) => number | undefined): Accumulator {
  const digests: (Digest | undefined)[] = [];
  let values = 0;
  return {
    add(input) {
      forEachNumber(operandAt(input, 0), input, (group, value) => {
        const digest = (digests[group] ??= new Digest());
        digest.add(value);
        values++;
      });
    },
    finish: (from, to) =>
      blockOfGroups('double', { from, to }, (group) => {
        const digest = digests[group];
        return digest === undefined ? undefined : figure(digest);
      }),
    // The memory of a digest is bounded, however many values are added.
    bytes: () => digests.length * 128 + Math.min(values * 16, digests.length * 80_000),
  };
}
