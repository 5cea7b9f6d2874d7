import { CompensatedSum } from '../../base/compensated-sum.ts';
import { mapKey } from '../../base/map-key.ts';
import { compareValues } from '../../base/order.ts';
import type { ColumnValue } from '../../store/segment.ts';

/** A figure of values: one value, several, or null if there is none. */
export type Figure = ColumnValue | readonly ColumnValue[] | null;

/** Computes a figure of the values of a group, as STATS and the aggregations of a search show it. */
export interface Accumulator {
  readonly add: (value: ColumnValue) => void;
  /** Returns the figure of the values so far. */
  readonly result: () => Figure;
}

/** Reserves memory, in bytes, for values that an accumulator keeps. */
export type Reserve = (bytes: number) => void;

/** Estimated memory in bytes of a value that is kept, besides the characters of a text. */
const value_bytes = 40;

/** Returns the estimated memory of a value that is kept, in bytes. */
export function keptBytes(value: ColumnValue): number {
  return value_bytes + (typeof value === 'string' ? value.length : 0);
}

/** The number of values. */
export function counted(): Accumulator {
  let count = 0;
  return { add: () => void count++, result: () => count };
}

/** Sums numbers as doubles; `figure` takes the sum and their number. Null without numbers. */
export function summed(figure: (sum: number, count: number) => number | null): Accumulator {
  const sum = new CompensatedSum();
  let count = 0;
  return {
    add(value) {
      sum.add(Number(value));
      count++;
    },
    result: () => (count === 0 ? null : figure(sum.value, count)),
  };
}

/** The least (1) or the greatest (-1) value, by the order of its type; null without values. */
export function extreme(sign: 1 | -1, reserve: Reserve): Accumulator {
  let best: ColumnValue | null = null;
  return {
    add(value) {
      if (best === null) reserve(keptBytes(value));
      if (best === null || compareValues(value, best) * sign < 0) best = value;
    },
    result: () => best,
  };
}

/** The distinct values, as `figure` shows them; in the order in which they appeared. */
export function distinct(
  figure: (values: ReadonlyMap<unknown, ColumnValue>) => Figure,
  reserve: Reserve,
): Accumulator {
  const seen = new Map<ColumnValue | null, ColumnValue>();
  return {
    add(value) {
      const key = mapKey(value);
      if (seen.has(key)) return;
      seen.set(key, value);
      reserve(keptBytes(value));
    },
    result: () => figure(seen),
  };
}
