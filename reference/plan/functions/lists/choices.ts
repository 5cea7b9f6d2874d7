import { at } from '../../../base/assert.ts';
import { QueryProblem } from '../../expression.ts';
import { distinctValues } from '../../map-key.ts';
import type { Scalar } from '../../page.ts';
import { comparerOf } from '../../values.ts';
import type { RowResult } from '../apply.ts';
import { applyLists } from '../apply.ts';
import { bounded } from '../bounded.ts';
import { callOf, nullOf } from '../call.ts';
import { unify } from '../conditional/case.ts';
import type { CheckedCall } from '../define.ts';
import { defineCall, defineLists } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { argumentProblem, multiValueProblem } from '../problems.ts';

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

/** Returns whether the values are sorted in descending order. Throws a QueryProblem if the order is unknown. */
function isDescending({ site, operands: [, order] }: CheckedCall): boolean {
  const name = order?.kind === 'constant' ? String(order.values[0]).toLowerCase() : 'asc';
  if (name === 'asc' || name === 'desc') return name === 'desc';
  throw new QueryProblem(
    order?.place ?? site.place,
    `Invalid order value in [${site.place.text}], expected one of [ASC, DESC] but got [${order?.place.text}]`,
  );
}

/** Functions that choose, order or join the values of a row. */
export const listChoiceFunctions: readonly FunctionDefinition[] = [
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
  defineLists('mv_max(field: any type): the type of field', 'The greatest value.', (type) => {
    const compare = comparerOf(type);
    return (values) => values.reduce((best, value) => (compare(value, best) > 0 ? value : best));
  }),
  defineLists('mv_min(field: any type): the type of field', 'The least value.', (type) => {
    const compare = comparerOf(type);
    return (values) => values.reduce((best, value) => (compare(value, best) < 0 ? value : best));
  }),
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
  defineCall(
    'mv_sort(field: any type, order?: string): the type of field',
    'The values in order: asc (default) or desc.',
    (call) => {
      const { site, operands, types, type } = call;
      if (types.includes('null')) return nullOf(site.place, type);
      const sign = isDescending(call) ? -1 : 1;
      const compare = comparerOf(type);
      const apply = applyLists((values) => [...values].sort((a, b) => compare(a, b) * sign));
      return callOf(site, { type, operands: [at(operands, 0)], apply });
    },
  ),
  defineCall(
    'mv_append(field1: any type, field2: the same): the type of field1',
    'The values of the first, then those of the second.',
    ({ site, operands: given, types }) => {
      const { type, operands } = unify(site, given, [0, 1]);
      if (types.includes('null')) return nullOf(site.place, type);
      const apply = applyLists((first = [], second = []) =>
        first.length === 0 || second.length === 0 ? null : [...first, ...second],
      );
      return callOf(site, { type, operands, apply });
    },
  ),
  defineLists(
    'mv_concat(string: string, delimiter: string): keyword',
    'The values as one text, with the delimiter between them.',
    () => joined,
  ),
];

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
