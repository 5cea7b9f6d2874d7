import { at } from '../../base/assert.ts';
import { CompensatedSum } from '../../base/compensated-sum.ts';
import { compareValues } from '../../base/order.ts';
import { mapKey } from '../map-key.ts';
import { firstEntries } from '../../search/first-entries.ts';
import type { Cell, Scalar } from '../cells.ts';
import { cellOf, valuesOf } from '../cells.ts';
import type { Accumulator, AggregateContext } from './definition.ts';

/** Estimated memory of a value that a state keeps, besides the characters of a text. */
const value_bytes = 40;

function bytesOf(value: Scalar): number {
  return value_bytes + (typeof value === 'string' ? value.length : 0);
}

/** Returns the state of an aggregate of the values of its first operand. */
function ofValues(add: (value: Scalar) => unknown, result: () => Cell): Accumulator {
  return {
    add(cell) {
      for (const value of valuesOf(cell)) add(value);
    },
    result,
  };
}

/** Counts rows. */
export function countRows(): Accumulator {
  let count = 0;
  return {
    add() {
      count++;
    },
    result: () => count,
  };
}

/** Counts values. */
export function countValues(): Accumulator {
  let count = 0;
  return ofValues(
    () => count++,
    () => count,
  );
}

/** Sums numbers as doubles; `figure` takes the sum and their number. Null without numbers, or if it is not finite. */
export function sumOfDoubles(figure: (sum: number, count: number) => number): Accumulator {
  const sum = new CompensatedSum();
  let count = 0;
  return ofValues(
    (value) => {
      sum.add(Number(value));
      count++;
    },
    () => (count === 0 ? null : finiteOrNull(figure(sum.value, count))),
  );
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The exact sum of whole numbers, `check`ed; null without values. */
export function wholeSum(check: (sum: bigint) => Cell): Accumulator {
  let sum: bigint | undefined;
  return ofValues(
    (value) => (sum = (sum ?? 0n) + BigInt(value)),
    () => (sum === undefined ? null : check(sum)),
  );
}

/** The variance of a whole population; null without values. */
export function variance(figure: (variance: number) => number): Accumulator {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return ofValues(
    (value) => {
      // Welford's algorithm: it stays accurate if the mean is large compared with the differences.
      const difference = Number(value) - mean;
      mean += difference / ++count;
      squares += difference * (Number(value) - mean);
    },
    () => (count === 0 ? null : finiteOrNull(figure(squares / count))),
  );
}

/** A statistic of the distribution of numbers, which are given in order; null without numbers. */
export function distribution(
  figure: (sorted: Float64Array) => number,
  { reserve }: AggregateContext,
): Accumulator {
  const values: number[] = [];
  return ofValues(
    (value) => {
      values.push(Number(value));
      reserve(8);
    },
    () => (values.length === 0 ? null : figure(Float64Array.from(values).sort())),
  );
}

/** Takes numbers in order; returns the value below which a share of them lies, interpolated linearly. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const low = at(sorted, Math.floor(place));
  return low + (at(sorted, Math.ceil(place)) - low) * (place - Math.floor(place));
}

/** The distinct values in the order in which they appeared, as `figure` shows them. */
export function distinct(
  figure: (values: readonly Scalar[]) => Cell,
  { reserve }: AggregateContext,
): Accumulator {
  const seen = new Map<Scalar | null, Scalar>();
  return ofValues(
    (value) => {
      const key = mapKey(value);
      if (seen.has(key)) return;
      seen.set(key, value);
      reserve(bytesOf(value));
    },
    () => figure([...seen.values()]),
  );
}

/** The first `limit` values in ascending (1) or descending (-1) order as a multi-value, duplicates included; null without values. */
export function top(limit: number, sign: 1 | -1, { reserve }: AggregateContext): Accumulator {
  const values = firstEntries<Scalar>(limit, (a, b) => compareValues(a, b) * sign);
  let count = 0;
  return ofValues(
    (value) => {
      if (count++ < limit) reserve(bytesOf(value));
      values.offer(value);
    },
    () => cellOf(values.sorted()),
  );
}
