import type { Accumulator } from '../aggregate.ts';
import { blockOfGroups, forEachNumber, operandAt, startingRoom, withRoom } from './input.ts';

/** The variance or standard deviation of a whole population; null without values. */
export function deviation(kind: 'variance' | 'std_dev'): Accumulator {
  let counts: Float64Array = startingRoom();
  let means: Float64Array = startingRoom();
  let squares: Float64Array = startingRoom();
  return {
    add(input) {
      counts = withRoom(counts, input.groupCount);
      means = withRoom(means, input.groupCount);
      squares = withRoom(squares, input.groupCount);
      // Welford's algorithm: it stays accurate if the mean is large compared with the differences.
      forEachNumber(operandAt(input, 0), input, (group, value) => {
        const count = counts[group]! + 1;
        const difference = value - means[group]!;
        const mean = means[group]! + difference / count;
        counts[group] = count;
        means[group] = mean;
        squares[group] = squares[group]! + difference * (value - mean);
      });
    },
    finish: (from, to) =>
      blockOfGroups('double', { from, to }, (group) => {
        const count = counts[group]!;
        const variance = squares[group]! / count;
        if (count === 0 || !Number.isFinite(variance)) return undefined;
        return kind === 'variance' ? variance : Math.sqrt(variance);
      }),
    bytes: () => counts.byteLength * 3,
  };
}
