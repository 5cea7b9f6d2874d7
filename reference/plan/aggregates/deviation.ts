import type { Accumulator } from '../aggregate.ts';
import { blockOfGroups, forEachNumber, operandAt, withRoom } from './input.ts';

/** The variance of a whole population, or its root; null of none. */
export function deviation(kind: 'variance' | 'std_dev'): Accumulator {
  let counts: Float64Array = new Float64Array();
  let means: Float64Array = new Float64Array();
  let squares: Float64Array = new Float64Array();
  return {
    add(input) {
      counts = withRoom(counts, input.groupCount);
      means = withRoom(means, input.groupCount);
      squares = withRoom(squares, input.groupCount);
      // Welford's way: it loses no digits where the mean is large beside the differences.
      forEachNumber(operandAt(input, 0), input, (group, value) => {
        const count = (counts[group] ?? 0) + 1;
        const difference = value - (means[group] ?? 0);
        const mean = (means[group] ?? 0) + difference / count;
        counts[group] = count;
        means[group] = mean;
        squares[group] = (squares[group] ?? 0) + difference * (value - mean);
      });
    },
    finish: (from, to) =>
      blockOfGroups('double', { from, to }, (group) => {
        const count = counts[group] ?? 0;
        const variance = (squares[group] ?? 0) / count;
        if (count === 0 || !Number.isFinite(variance)) return undefined;
        return kind === 'variance' ? variance : Math.sqrt(variance);
      }),
    bytes: () => counts.byteLength * 3,
  };
}
