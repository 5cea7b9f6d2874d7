import type { Scalar } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import { comparerOf } from '../../values.ts';
import { distinctValues } from '../../map-key.ts';
import { any, integer, string } from '../accepts.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem, multiValueProblem } from '../problems.ts';
import { applyLists } from '../apply.ts';
import type { RowResult } from '../apply.ts';
import { prepared } from '../scalar.ts';
import { QueryProblem } from '../../expression.ts';
import { reduction, unlessNull } from './list-function.ts';

/** Returns a function that finds the least (1) or the greatest (-1) value. */
function extreme(sign: 1 | -1) {
  return (values: readonly Scalar[], type: ValueType): RowResult => {
    const compare = comparerOf(type);
    return values.reduce((best, value) => (compare(value, best) * sign > 0 ? value : best));
  };
}

function slice(
  values: readonly Scalar[],
  start: number,
  end: number,
): RowResult | readonly Scalar[] {
  if (start > end && Math.sign(start) === Math.sign(end)) {
    return argumentProblem('Start offset is greater than end offset');
  }
  const from = start < 0 ? values.length + start : start;
  const to = end < 0 ? values.length + end : end;
  return values.slice(Math.max(0, from), Math.max(0, to + 1));
}

function distinct(values: readonly Scalar[]): readonly Scalar[] {
  return distinctValues(values);
}

/** Functions that choose or order the values of a row. */
export const listChoiceFunctions: readonly FunctionDefinition[] = [
  reduction('mv_count', {
    accepts: any,
    returns: 'integer',
    reduce: (values) => values.length,
    description: 'The number of values.',
    examples: [
      { call: 'mv_count(["foo", "zoo", "bar"])', gives: 3 },
      { call: 'mv_count(null)', gives: null },
    ],
  }),
  reduction('mv_first', {
    accepts: any,
    reduce: (values) => values[0],
    description: 'The first value.',
    examples: [{ call: 'mv_first(["c", "a"])', gives: 'c' }],
  }),
  reduction('mv_last', {
    accepts: any,
    reduce: (values) => values.at(-1),
    description: 'The last value.',
    examples: [{ call: 'mv_last(["c", "a"])', gives: 'a' }],
  }),
  reduction('mv_max', {
    accepts: any,
    reduce: extreme(1),
    description: 'The greatest value.',
    examples: [
      { call: 'mv_max([3, 5, 1])', gives: 5 },
      { call: 'mv_max(["a", "B"])', gives: 'a' },
    ],
  }),
  reduction('mv_min', {
    accepts: any,
    reduce: extreme(-1),
    description: 'The least value.',
    examples: [{ call: 'mv_min([2, 1])', gives: 1 }],
  }),
  reduction('mv_dedupe', {
    accepts: any,
    reduce: distinct,
    description: 'The distinct values.',
    examples: [{ call: 'mv_dedupe(["foo", "foo", "bar", "foo"])', gives: ['foo', 'bar'] }],
  }),
  prepared({
    name: 'mv_slice',
    parameters: [
      { name: 'field', accepts: any },
      { name: 'start', accepts: integer },
      { name: 'end', accepts: integer, optional: true },
    ],
    returns: ([type = 'null']) => type,
    label: 'the type of field',
    description:
      'The values from one position to another, both included; 0 is the first, -1 the last.',
    examples: [
      { call: 'mv_slice([1, 2, 2, 3], 1)', gives: 2 },
      { call: 'mv_slice([1, 2, 2, 3], 2, 3)', gives: [2, 3] },
      { call: 'mv_slice([1, 2, 2, 3], -3, -2)', gives: [2, 2] },
      { call: 'mv_slice([1, 2], 5)', gives: null },
      { call: 'mv_slice([1, 2, 3], 2, 1)', gives: null, warns: 'Start offset is greater' },
    ],
    prepare: ({ type }) =>
      applyLists(
        type,
        unlessNull([0, 1, 2], ([values = [], starts = [], ends = starts]) =>
          starts.length > 1 || ends.length > 1
            ? multiValueProblem
            : slice(values, Number(starts[0]), Number(ends[0])),
        ),
      ),
  }),
  prepared({
    name: 'mv_sort',
    parameters: [
      { name: 'field', accepts: any },
      { name: 'order', accepts: string, optional: true, constant: true },
    ],
    returns: ([type = 'null']) => type,
    label: 'the type of field',
    description: 'The values in order: asc (default) or desc.',
    examples: [
      { call: 'mv_sort([4, 2, -3, 2])', gives: [-3, 2, 2, 4] },
      { call: 'mv_sort(["a", "c", "b"], "DESC")', gives: ['c', 'b', 'a'] },
    ],
    prepare({ type, operands: [field, order], site }) {
      const name = order?.kind === 'constant' ? String(order.values[0]).toLowerCase() : 'asc';
      if (name !== 'asc' && name !== 'desc') {
        throw new QueryProblem(
          order?.place ?? site.place,
          `Invalid order value in [${site.place.text}], expected one of [ASC, DESC] but got [${order?.place.text}]`,
        );
      }
      const compare = comparerOf(field?.type ?? 'null');
      const sign = name === 'asc' ? 1 : -1;
      return applyLists(type, ([values = []]) => [...values].sort((a, b) => compare(a, b) * sign));
    },
  }),
];
