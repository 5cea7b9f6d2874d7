import { at } from '../../../base/assert.ts';
import { integerLimits } from '../../../store/values/numbers.ts';
import type { Scalar } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import { numeric } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { arithmeticProblem, argumentProblem, multiValueProblem } from '../problems.ts';
import { applyLists } from '../apply.ts';
import type { RowResult } from '../apply.ts';
import { prepared } from '../scalar.ts';
import { compareNumbers } from '../../values.ts';
import { reduction, unlessNull } from './list-function.ts';

/** Sums doubles with compensation for rounding errors (Kahan). */
function sumDoubles(values: readonly Scalar[]): number {
  let sum = 0;
  let compensation = 0;
  for (const value of values) {
    const next = Number(value) - compensation;
    const total = sum + next;
    compensation = total - sum - next;
    sum = total;
  }
  return sum;
}

function finite(value: number): RowResult {
  return Number.isFinite(value) ? value : arithmeticProblem(`not a finite double number: ${value}`);
}

function sum(values: readonly Scalar[], type: ValueType): RowResult {
  if (type === 'double') return finite(sumDoubles(values));
  return whole(
    values.reduce<bigint>((total, value) => total + BigInt(value), 0n),
    type,
  );
}

/** Returns a whole number as it is stored, or the problem if it is out of the range of its type. */
function whole(value: bigint, type: ValueType): RowResult {
  const limits = integerLimits.get(type);
  if (limits !== undefined && (value < limits.min || value > limits.max)) {
    return arithmeticProblem(`${type} overflow`);
  }
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** The median; of two values in the middle their mean, which is rounded down for whole numbers. */
function median(values: readonly Scalar[], type: ValueType): RowResult {
  const sorted = [...values].sort(compareNumbers);
  const high = at(sorted, Math.floor(sorted.length / 2));
  if (sorted.length % 2 === 1) return high;
  const low = at(sorted, sorted.length / 2 - 1);
  if (type === 'double') return (Number(low) + Number(high)) / 2;
  const total = BigInt(low) + BigInt(high);
  return whole(total >= 0n ? total / 2n : (total - 1n) / 2n, type);
}

function deviation(values: readonly Scalar[], type: ValueType): RowResult {
  const middle = median(values, type);
  if (middle === undefined || typeof middle === 'object') return middle;
  const distances = values.map((value): Scalar => {
    if (type === 'double') return Math.abs(Number(value) - Number(middle));
    const distance = BigInt(value) - BigInt(middle);
    return distance < 0n ? -distance : distance;
  });
  const result = median(distances, type);
  return typeof result === 'bigint' ? whole(result, type) : result;
}

function percentile(values: readonly Scalar[], share: number, type: ValueType): RowResult {
  if (!(share >= 0 && share <= 100)) {
    return argumentProblem('Percentile parameter must be a number between 0 and 100');
  }
  const sorted = [...values].sort(compareNumbers);
  const place = (share / 100) * (sorted.length - 1);
  const low = at(sorted, Math.floor(place));
  const high = sorted[Math.ceil(place)] ?? low;
  const fraction = place - Math.floor(place);
  if (type === 'double') return Number(low) + (Number(high) - Number(low)) * fraction;
  const step = BigInt(Math.trunc(Number(BigInt(high) - BigInt(low)) * fraction));
  return whole(BigInt(low) + step, type);
}

/** Functions that compute a statistic of the values of a row. */
export const listFigureFunctions: readonly FunctionDefinition[] = [
  reduction('mv_sum', {
    accepts: numeric,
    reduce: sum,
    description: 'The sum of the values.',
    examples: [
      { call: 'mv_sum([3, 5, 6])', gives: 14 },
      { call: 'mv_sum([2147483647, 1])', gives: null, warns: 'integer overflow' },
    ],
  }),
  reduction('mv_avg', {
    accepts: numeric,
    returns: 'double',
    reduce: (values) => finite(sumDoubles(values) / values.length),
    description: 'The mean of the values.',
    examples: [{ call: 'mv_avg([3, 5, 1, 6])', gives: 3.75 }],
  }),
  reduction('mv_median', {
    accepts: numeric,
    reduce: median,
    description: 'The median of the values.',
    examples: [
      { call: 'mv_median([3, 5, 1])', gives: 3 },
      { call: 'mv_median([3, 7, 1, 6])', gives: 4 },
      { call: 'mv_median([3.0, 6.0])', gives: 4.5 },
    ],
  }),
  reduction('mv_median_absolute_deviation', {
    accepts: numeric,
    reduce: deviation,
    description: 'The median of the distances of the values from their median.',
    examples: [{ call: 'mv_median_absolute_deviation([0, 2, 5, 6])', gives: 2 }],
  }),
  prepared({
    name: 'mv_percentile',
    parameters: [
      { name: 'number', accepts: numeric },
      { name: 'percentile', accepts: numeric },
    ],
    returns: ([type = 'null']) => type,
    label: 'the type of number',
    description: 'The value below which the given percentage of the values lies.',
    examples: [
      { call: 'mv_percentile([5, 5, 10, 12, 5000], 50)', gives: 10 },
      { call: 'mv_percentile([0.0, 10.0], 25)', gives: 2.5 },
      { call: 'mv_percentile([1, 2], 101)', gives: null, warns: 'between 0 and 100' },
    ],
    prepare: ({ type }) =>
      applyLists(
        type,
        unlessNull([0, 1], ([values = [], shares = []]) =>
          shares.length === 1 ? percentile(values, Number(shares[0]), type) : multiValueProblem,
        ),
      ),
  }),
];
