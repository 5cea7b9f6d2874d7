import type { ValueType } from '../../column-type.ts';
import { distinctValues, mapKey } from '../../map-key.ts';
import type { Scalar } from '../../page.ts';
import type { ListBody, RowResult } from '../apply.ts';
import { applyLists } from '../apply.ts';
import { wrongType } from '../arguments.ts';
import { bounded } from '../bounded.ts';
import { callOf, nullOf } from '../call.ts';
import { defineCall, defineLists } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { multiValueProblem } from '../problems.ts';
import { commonType, widen } from '../widen.ts';

interface PairFunction {
  readonly returns?: ValueType;
  /** True if a null operand does not make the result null. */
  readonly takesNull?: true;
  readonly list: ListBody;
}

/** Returns the definition of a function of two multi-values of one type. */
function pair(
  name: string,
  description: string,
  { returns, takesNull, list }: PairFunction,
): FunctionDefinition {
  const signature = `${name}(field1: any type, field2: the same): ${returns ?? 'the same'}`;
  return defineCall(signature, description, ({ site, operands: [first, second] }) => {
    if (first === undefined || second === undefined) throw new TypeError('two operands expected');
    const common = commonType(first.type, second.type);
    if (common === undefined) {
      const ordinal = 'second argument';
      throw wrongType(second, { text: site.place.text, ordinal, label: first.type });
    }
    const type = returns ?? common;
    const isNull = first.type === 'null' || second.type === 'null';
    if (isNull && takesNull !== true) return nullOf(site.place, type);
    const operands = [widen(first, common), widen(second, common)];
    return callOf(site, { type, operands, apply: applyLists(list) });
  });
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

function zip(
  first: readonly Scalar[],
  second: readonly Scalar[],
  delimiters: readonly Scalar[] = [','],
): RowResult {
  if (delimiters.length > 1) return multiValueProblem;
  if (delimiters.length === 0) return null;
  const delimiter = String(delimiters[0]);
  const added = Math.min(first.length, second.length) * Buffer.byteLength(delimiter);
  const length = Math.max(first.length, second.length);
  return bounded('delimiters', added, () =>
    Array.from({ length }, (_, at) =>
      [first[at], second[at]].filter((value) => value !== undefined).join(delimiter),
    ),
  );
}

function contains(first: readonly Scalar[], second: readonly Scalar[]): boolean {
  const known = new Set(first.map(mapKey));
  return second.every((value) => known.has(mapKey(value)));
}

function intersection(first: readonly Scalar[], second: readonly Scalar[]): readonly Scalar[] {
  const known = new Set(second.map(mapKey));
  return distinctValues(first.filter((value) => known.has(mapKey(value))));
}

/** Functions that combine or compare multi-values. */
export const listPairFunctions: readonly FunctionDefinition[] = [
  pair('mv_append', 'The values of the first, then those of the second.', {
    list: (first = [], second = []) =>
      first.length === 0 || second.length === 0 ? null : [...first, ...second],
  }),
  pair(
    'mv_contains',
    'True if the first contains each value of the second, or if the second is null.',
    {
      returns: 'boolean',
      takesNull: true,
      list: (first = [], second = []) => contains(first, second),
    },
  ),
  pair('mv_union', 'The distinct values of both.', {
    takesNull: true,
    list: (first = [], second = []) => distinctValues([...first, ...second]),
  }),
  pair('mv_intersection', 'The distinct values that occur in both.', {
    list: (first = [], second = []) => intersection(first, second),
  }),
  defineLists(
    'mv_concat(string: string, delimiter: string): keyword',
    'The values as one text, with the delimiter between them.',
    () => joined,
  ),
  defineCall(
    'mv_zip(string1: string, string2: string, delimiter?: string): keyword',
    'The values of both in pairs, with the delimiter (default a comma) between them.',
    ({ site, operands, type }) => callOf(site, { type, operands, apply: applyLists(zip) }),
  ),
];
