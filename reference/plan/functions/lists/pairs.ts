import type { Scalar } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import type { CallSite, Evaluation, Expression } from '../../expression.ts';
import { distinctValues, mapKey } from '../../map-key.ts';
import { any, string } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import type { ListFunction } from '../apply.ts';
import { applyLists } from '../apply.ts';
import { bounded } from '../bounded.ts';
import { multiValueProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { prepared } from '../scalar.ts';
import { wrongType } from '../arguments.ts';
import { commonType, widen } from '../widen.ts';
import { unlessNull } from './list-function.ts';

interface PairFunction extends Pick<FunctionDefinition, 'name' | 'description' | 'examples'> {
  readonly returns?: ValueType;
  readonly takesNull?: true;
  readonly list: ListFunction;
}

/** Returns the definition of a function of two multi-values of one type. */
function pair({ name, returns, list, takesNull, ...described }: PairFunction): FunctionDefinition {
  return {
    name,
    signature: `${name}(field1: any type, field2: the same): ${returns ?? 'the same'}`,
    ...described,
    resolve(site, evaluation) {
      const [first, second, type] = aligned(site, evaluation);
      const isNull = first.type === 'null' || second.type === 'null';
      if (isNull && takesNull !== true) return nullOf(site.place, returns ?? type);
      const operands = [widen(first, type), widen(second, type)];
      const result = returns ?? type;
      return callOf(site, { type: result, operands, apply: applyLists(result, list) });
    },
  };
}

function aligned(
  site: CallSite,
  evaluation: Evaluation,
): readonly [Expression, Expression, ValueType] {
  const parameters = [
    { name: 'field1', accepts: any },
    { name: 'field2', accepts: any },
  ];
  const [first, second] = checkArguments(site, parameters, evaluation);
  if (first === undefined || second === undefined) throw new TypeError('two operands expected');
  const type = commonType(first.type, second.type);
  if (type !== undefined) return [first, second, type];
  throw wrongType(second, { text: site.place.text, ordinal: 'second argument', label: first.type });
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
  delimiter: string,
): RowResult | readonly Scalar[] {
  const added = Math.min(first.length, second.length) * Buffer.byteLength(delimiter);
  const length = Math.max(first.length, second.length);
  return bounded('delimiters', added, () =>
    Array.from({ length }, (_, at) =>
      [first[at], second[at]].filter((value) => value !== undefined).join(delimiter),
    ),
  );
}

/** Functions that combine or compare multi-values. */
export const listPairFunctions: readonly FunctionDefinition[] = [
  pair({
    name: 'mv_append',
    description: 'The values of the first, then those of the second.',
    examples: [
      { call: 'mv_append([1, 2], 3)', gives: [1, 2, 3] },
      { call: 'mv_append(1, null)', gives: null },
    ],
    list: unlessNull([0, 1], ([first = [], second = []]) => [...first, ...second]),
  }),
  pair({
    name: 'mv_contains',
    returns: 'boolean',
    takesNull: true,
    description: 'True if the first contains each value of the second, or if the second is null.',
    examples: [
      { call: 'mv_contains([1, 2, 3], [3, 1])', gives: true },
      { call: 'mv_contains([1, 2], 3)', gives: false },
      { call: 'mv_contains([1, 2], null)', gives: true },
      { call: 'mv_contains(null, 1)', gives: false },
    ],
    list: ([first = [], second = []]) => {
      const known = new Set(first.map(mapKey));
      return Number(second.every((value) => known.has(mapKey(value))));
    },
  }),
  pair({
    name: 'mv_union',
    takesNull: true,
    description: 'The distinct values of both.',
    examples: [{ call: 'mv_union([1, 2], [2, 3])', gives: [1, 2, 3] }],
    list: ([first = [], second = []]) => distinctValues([...first, ...second]),
  }),
  pair({
    name: 'mv_intersection',
    description: 'The distinct values that occur in both.',
    examples: [{ call: 'mv_intersection([1, 2, 2], [2, 3])', gives: 2 }],
    list: ([first = [], second = []]) => {
      const known = new Set(second.map(mapKey));
      return distinctValues(first.filter((value) => known.has(mapKey(value))));
    },
  }),
  prepared({
    name: 'mv_concat',
    parameters: [
      { name: 'string', accepts: string },
      { name: 'delimiter', accepts: string },
    ],
    returns: 'keyword',
    description: 'The values as one text, with the delimiter between them.',
    examples: [
      { call: 'mv_concat(["foo", "zoo", "bar"], ", ")', gives: 'foo, zoo, bar' },
      {
        call: 'mv_concat(["a", "b", "c"], repeat("x", 600000))',
        gives: null,
        warns: 'requests more than [1048576] bytes',
      },
    ],
    prepare: () =>
      applyLists(
        'keyword',
        unlessNull([0, 1], ([values = [], delimiters = []]) => joined(values, delimiters)),
      ),
  }),
  prepared({
    name: 'mv_zip',
    parameters: [
      { name: 'string1', accepts: string },
      { name: 'string2', accepts: string },
      { name: 'delimiter', accepts: string, optional: true },
    ],
    returns: 'keyword',
    takesNull: true,
    description: 'The values of both in pairs, with the delimiter (default a comma) between them.',
    examples: [
      { call: 'mv_zip(["x", "y", "z"], ["1", "2"], "-")', gives: ['x-1', 'y-2', 'z'] },
      { call: 'mv_zip(["x", "y"], ["1", "2"])', gives: ['x,1', 'y,2'] },
      { call: 'mv_zip("x", null)', gives: 'x' },
      {
        call: 'mv_zip(["a", "b"], ["c", "d"], repeat("x", 600000))',
        gives: null,
        warns: 'requests more than [1048576] bytes',
      },
    ],
    prepare: () =>
      applyLists('keyword', ([first = [], second = [], delimiters = [',']]) =>
        delimiters.length > 1
          ? multiValueProblem
          : delimiters.length === 0
            ? undefined
            : zip(first, second, String(delimiters[0])),
      ),
  }),
];
