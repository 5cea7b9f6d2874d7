import { at } from '../../../base/assert.ts';
import type { ValueType } from '../../column-type.ts';
import type { EvaluationProblem } from '../../expression.ts';
import type { Scalar } from '../../page.ts';
import { compareNumbers } from '../../values.ts';
import type { RowResult } from '../apply.ts';
import { defineLists } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { finite, whole } from '../numbers.ts';

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

function sum(values: readonly Scalar[], type: ValueType): RowResult {
  if (type === 'double') return finite(sumDoubles(values));
  const total = values.reduce<bigint>((before, value) => before + BigInt(value), 0n);
  return whole(total, type);
}

/** The median; of two values in the middle their mean, which is rounded down for whole numbers. */
function median(values: readonly Scalar[], type: ValueType): Scalar | EvaluationProblem {
  const sorted = [...values].sort(compareNumbers);
  const high = at(sorted, Math.floor(sorted.length / 2));
  if (sorted.length % 2 === 1) return high;
  const low = at(sorted, sorted.length / 2 - 1);
  if (type === 'double') return (Number(low) + Number(high)) / 2;
  const total = BigInt(low) + BigInt(high);
  return whole(total >= 0n ? total / 2n : (total - 1n) / 2n, type);
}

/** Functions that compute a statistic of the values of a row. */
export const listFigureFunctions: readonly FunctionDefinition[] = [
  defineLists(
    'mv_sum(field: numeric): the type of field',
    'The sum of the values.',
    (type) => (values) => sum(values, type),
  ),
  defineLists(
    'mv_avg(field: numeric): double',
    'The mean of the values.',
    () => (values) => finite(sumDoubles(values) / values.length),
  ),
  defineLists(
    'mv_median(field: numeric): the type of field',
    'The median of the values.',
    (type) => (values) => median(values, type),
  ),
];
