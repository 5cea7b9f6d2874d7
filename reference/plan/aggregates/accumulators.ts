import { at } from '../../base/assert.ts';
import { compareValues } from '../../base/order.ts';
import type { Accumulator, Reserve } from '../../search/aggregations/accumulators.ts';
import { keptBytes } from '../../search/aggregations/accumulators.ts';
import { firstEntries } from '../../search/first-entries.ts';
import type { Cell, Scalar } from '../cells.ts';
import { cellOf } from '../cells.ts';

/** Returns a number, or null if it is not finite. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The exact sum of whole numbers, `check`ed; null without values. */
export function wholeSum(check: (sum: bigint) => Cell): Accumulator {
  let sum: bigint | undefined;
  return {
    add: (value) => void (sum = (sum ?? 0n) + BigInt(value)),
    result: () => (sum === undefined ? null : check(sum)),
  };
}

/** The variance of a whole population; null without values. */
export function variance(figure: (variance: number) => number): Accumulator {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add(value) {
      // Welford's algorithm: it stays accurate if the mean is large compared with the differences.
      const difference = Number(value) - mean;
      mean += difference / ++count;
      squares += difference * (Number(value) - mean);
    },
    result: () => (count === 0 ? null : finiteOrNull(figure(squares / count))),
  };
}

/** A statistic of the distribution of numbers, which are given in order; null without numbers. */
export function distribution(
  figure: (sorted: Float64Array) => number,
  reserve: Reserve,
): Accumulator {
  const values: number[] = [];
  return {
    add(value) {
      values.push(Number(value));
      reserve(8);
    },
    result: () => (values.length === 0 ? null : figure(Float64Array.from(values).sort())),
  };
}

/** Takes numbers in order; returns the value below which a share of them lies, interpolated linearly. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const low = at(sorted, Math.floor(place));
  return low + (at(sorted, Math.ceil(place)) - low) * (place - Math.floor(place));
}

/** The first `limit` values in ascending (1) or descending (-1) order as a multi-value, duplicates included; null without values. */
export function top(limit: number, sign: 1 | -1, reserve: Reserve): Accumulator {
  const values = firstEntries<Scalar>(limit, (a, b) => compareValues(a, b) * sign);
  let count = 0;
  return {
    add(value) {
      if (count++ < limit) reserve(keptBytes(value));
      values.offer(value);
    },
    result: () => cellOf(values.sorted()),
  };
}
