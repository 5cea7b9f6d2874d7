import { at } from '../../base/assert.ts';
import { CompensatedSum } from '../../base/compensated-sum.ts';
import { compareValues } from '../../base/order.ts';
import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import { distinctValues } from '../../base/map-key.ts';
import { isDescending } from './arguments.ts';
import type { RowResult } from './call.ts';
import { bounded, ofLists } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { defineCells, defineLists } from './define.ts';
import { argumentProblem, finite, multiValueProblem, whole } from './problems.ts';

/** Returns the values from one position to another, both included; negative ones count from the end. */
function slice(
  values: readonly Scalar[],
  starts: readonly Scalar[],
  ends: readonly Scalar[] = starts,
): RowResult {
  if (starts.length > 1 || ends.length > 1) return multiValueProblem;
  const [start, end] = [Number(starts[0]), Number(ends[0])];
  if (start > end && Math.sign(start) === Math.sign(end)) {
    return argumentProblem('Start offset is greater than end offset');
  }
  const from = start < 0 ? values.length + start : start;
  const to = end < 0 ? values.length + end : end;
  return values.slice(Math.max(0, from), Math.max(0, to + 1));
}

function joined(values: readonly Scalar[], delimiters: readonly Scalar[]): RowResult {
  if (delimiters.length > 1) return multiValueProblem;
  const delimiter = String(delimiters[0]);
  const between = (values.length - 1) * Buffer.byteLength(delimiter);
  const length = values.reduce<number>(
    (sum, value) => sum + Buffer.byteLength(String(value)),
    between,
  );
  return bounded('joined strings', length, () => values.join(delimiter));
}

function sumDoubles(values: readonly Scalar[]): number {
  const sum = new CompensatedSum();
  for (const value of values) sum.add(Number(value));
  return sum.value;
}

function sum(values: readonly Scalar[], type: ValueType): RowResult {
  if (type === 'double') return finite(sumDoubles(values));
  const total = values.reduce<bigint>((before, value) => before + BigInt(value), 0n);
  return whole(total, type);
}

/** The median; of two values in the middle their mean, which is rounded down for whole numbers. */
function median(values: readonly Scalar[], type: ValueType): RowResult {
  const sorted = [...values].sort(compareValues);
  const high = at(sorted, Math.floor(sorted.length / 2));
  if (sorted.length % 2 === 1) return high;
  const low = at(sorted, sorted.length / 2 - 1);
  if (type === 'double') return (Number(low) + Number(high)) / 2;
  const total = BigInt(low) + BigInt(high);
  return whole(total >= 0n ? total / 2n : (total - 1n) / 2n, type);
}

function extreme(signature: string, description: string, sign: 1 | -1): FunctionDefinition {
  return defineLists(signature, description, () => {
    return function* inSteps(...lists) {
      let best = at(at(lists, 0), 0);
      for (const values of lists) {
        for (const value of values) if (compareValues(value, best) * sign > 0) best = value;
        yield;
      }
      return best;
    };
  });
}

/** Functions that choose, order, join or summarise the values of a row. */
export const listFunctions: readonly FunctionDefinition[] = [
  defineLists(
    'mv_count(field: any type): integer',
    'The number of values.',
    () =>
      ({ length }) =>
        length,
  ),
  defineLists(
    'mv_first(field: any type): the type of field',
    'The first value.',
    () => (values) => values[0],
  ),
  defineLists(
    'mv_last(field: any type): the type of field',
    'The last value.',
    () => (values) => values.at(-1),
  ),
  extreme('mv_max(field: any type): the type of field', 'The greatest value.', 1),
  extreme('mv_min(field: any type): the type of field', 'The least value.', -1),
  extreme(
    'greatest(value…: any type): the type of the values',
    'The greatest of several values; null if one of them is null.',
    1,
  ),
  extreme(
    'least(value…: any type): the type of the values',
    'The least of several values; null if one of them is null.',
    -1,
  ),
  defineLists(
    'mv_dedupe(field: any type): the type of field',
    'The distinct values.',
    () => distinctValues,
  ),
  defineLists(
    'mv_slice(field: any type, start: integer, end?: integer): the type of field',
    'The values from one position to another, both included; 0 is the first, -1 the last.',
    () => slice,
  ),
  defineCells(
    'mv_sort(field: any type, order?: string): the type of field',
    'The values in order: asc (default) or desc.',
    ({ site, operands: [, order] }) => {
      const sign = isDescending(order, site) ? -1 : 1;
      return ofLists((values) => [...values].sort((a, b) => compareValues(a, b) * sign));
    },
  ),
  defineLists(
    'mv_append(field1: any type, field2: the same): the type of the values',
    'The values of the first, then those of the second.',
    () =>
      (...lists) =>
        lists.flat(),
  ),
  defineLists(
    'mv_concat(string: string, delimiter: string): keyword',
    'The values as one text, with the delimiter between them.',
    () => joined,
  ),
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
