import type { Accumulator } from '../aggregate.ts';
import type { Scalar } from '../block.ts';
import { mapKey } from '../map-key.ts';
import { HyperLogLog } from './hyper-log-log.ts';
import { blockOfGroups, forEachValue, operandAt, plain } from './input.ts';

/** Default precision: up to this number of distinct values per group the count is exact. */
export const defaultExact = 10_000;
/** Maximum precision. */
export const maxExact = 40_000;

/** Counts distinct values: exactly up to `exact` values per group, approximately beyond that. */
export function distinctAccumulator(exact: number): Accumulator {
  const groups: (Set<Scalar> | HyperLogLog | undefined)[] = [];
  let bytes = 0;
  const take = (group: number, value: Scalar): void => {
    const seen = (groups[group] ??= new Set());
    if (seen instanceof HyperLogLog) return seen.add(value);
    const before = seen.size;
    seen.add(value);
    if (seen.size > before) bytes += typeof value === 'string' ? 48 + value.length : 40;
    if (seen.size <= exact) return;
    const sketch = new HyperLogLog();
    for (const known of seen) sketch.add(known);
    groups[group] = sketch;
    bytes += HyperLogLog.bytes - seen.size * 40;
  };
  return {
    add: (input) =>
      forEachValue(operandAt(input, 0), input, (group, value) => take(group, mapKey(plain(value)))),
    finish: (from, to) => blockOfGroups('long', { from, to }, (group) => sizeOf(groups[group])),
    bytes: () => bytes + groups.length * 64,
  };
}

function sizeOf(seen: Set<Scalar> | HyperLogLog | undefined): number {
  if (seen === undefined) return 0;
  return seen instanceof Set ? seen.size : seen.estimate();
}
