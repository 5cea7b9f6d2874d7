import type { Scalar } from '../../page.ts';
import type { ValueType } from '../../column-type.ts';
import type { ApplyCall } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import { integerLimits } from '../../../store/values/numbers.ts';
import { compareNumbers } from '../../values.ts';
import { numeric, numericOrDate, whole } from '../accepts.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { arithmeticProblem } from '../problems.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';
import { prepared } from '../scalar.ts';
import { commonType, widen } from '../widen.ts';

const sameType = ([type = 'null']: readonly ValueType[]): ValueType => type;

/** Returns the definition of a function of one number whose result has the type of the number. */
function keeping(
  name: string,
  described: { readonly description: string; readonly examples: readonly FunctionExample[] },
  prepare: (type: ValueType) => ApplyCall,
): FunctionDefinition {
  return prepared({
    name,
    parameters: [{ name: 'number', accepts: numeric }],
    returns: sameType,
    label: 'the type of number',
    ...described,
    prepare: ({ type }) => prepare(type),
  });
}

/** Returns the definition of a rounding function; whole numbers are unchanged. */
function rounding(
  name: 'ceil' | 'floor',
  description: string,
  examples: readonly FunctionExample[],
): FunctionDefinition {
  const compute = Math[name];
  return keeping(name, { description, examples }, (type) =>
    applyRows(type, ([value = 0]) => (type === 'double' ? compute(Number(value)) : value)),
  );
}

function absolute(value: Scalar, type: ValueType): RowResult {
  const size = typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(Number(value));
  const limits = integerLimits.get(type);
  if (limits === undefined || size <= limits.max) return size;
  return arithmeticProblem(`${type} overflow`);
}

/** Rounds half away from zero to a number of decimal places (digits before the point if negative). */
function round(value: Scalar, places: number, type: ValueType): RowResult {
  if (type === 'double') return roundDouble(Number(value), places);
  if (places >= 0) return value;
  const exact = BigInt(value);
  if (places < -20) return 0;
  const unit = 10n ** BigInt(-places);
  const half = exact < 0n ? -unit / 2n : unit / 2n;
  const rounded = ((exact + half) / unit) * unit;
  const limits = integerLimits.get(type);
  if (limits !== undefined && (rounded > limits.max || rounded < limits.min)) {
    return arithmeticProblem(`${type} overflow`);
  }
  const number = Number(rounded);
  return Number.isSafeInteger(number) ? number : rounded;
}

function roundDouble(value: number, places: number): number {
  const scale = 10 ** places;
  if (scale === 0) return 0;
  const scaled = Math.abs(value) * scale;
  if (!Number.isFinite(scaled) || scaled >= 2 ** 52) return value;
  return (Math.sign(value) * Math.round(scaled)) / scale;
}

/** Returns the greatest point that is not above the value, or the first if all are above it. Points are ascending. */
function roundTo(value: Scalar, points: readonly Scalar[]): RowResult {
  let below = points[0];
  for (const point of points) {
    if (compareNumbers(point, value) > 0) break;
    below = point;
  }
  return below;
}

/** Functions that round numbers or change their sign. */
export const roundingFunctions: readonly FunctionDefinition[] = [
  keeping(
    'abs',
    {
      description: 'The absolute value.',
      examples: [
        { call: 'abs(-5)', gives: 5 },
        { call: 'abs(-2.5)', gives: 2.5 },
        { call: 'abs(-2147483647 - 1)', gives: null, warns: 'integer overflow' },
      ],
    },
    (type) => applyRows(type, ([value = 0]) => absolute(value, type)),
  ),
  rounding('ceil', 'The least whole number that is not less than the number.', [
    { call: 'ceil(1.2)', gives: 2 },
    { call: 'ceil(-1.2)', gives: -1 },
    { call: 'ceil(3)', gives: 3 },
  ]),
  rounding('floor', 'The greatest whole number that is not greater than the number.', [
    { call: 'floor(1.8)', gives: 1 },
    { call: 'floor(-1.2)', gives: -2 },
  ]),
  prepared({
    name: 'round',
    parameters: [
      { name: 'number', accepts: numeric },
      { name: 'decimals', accepts: whole, optional: true },
    ],
    returns: sameType,
    label: 'the type of number',
    description:
      'The number rounded, half away from zero, to the given number of decimal places (default 0).',
    examples: [
      { call: 'round(2.5)', gives: 3 },
      { call: 'round(-2.5)', gives: -3 },
      { call: 'round(3.14159, 2)', gives: 3.14 },
      { call: 'round(1250, -2)', gives: 1300 },
      { call: 'round(7, 3)', gives: 7 },
    ],
    prepare: ({ type }) =>
      applyRows(type, ([value = 0, places = 0]) => round(value, Number(places), type)),
  }),
  {
    name: 'round_to',
    signature: 'round_to(field: numeric or datetime, point…: the same): the type of the points',
    description:
      'The greatest of the points that is not above the value, or the least point if all are above it.',
    examples: [
      { call: 'round_to(17, 0, 10, 20)', gives: 10 },
      { call: 'round_to(-5, 0, 10)', gives: 0 },
      {
        call: 'round_to("2024-05-05"::date, "2024-01-01", "2024-05-01")',
        gives: '2024-05-01T00:00:00.000Z',
      },
    ],
    resolve(site, evaluation) {
      const parameters = [
        { name: 'field', accepts: numericOrDate },
        {
          name: 'point',
          accepts: { ...numericOrDate, literals: 'date' as const },
          constant: true as const,
          repeated: true as const,
        },
      ];
      const [field, ...points] = checkArguments(site, parameters, evaluation);
      if (field === undefined) return nullOf(site.place, 'null');
      const type = points.reduce<ValueType | undefined>(
        (sum, point) => (sum === undefined ? undefined : commonType(sum, point.type)),
        field.type,
      );
      if (type === undefined) {
        throw new QueryProblem(
          site.place,
          `the points of [${site.place.text}] must have the same type as [${field.place.text}]`,
        );
      }
      const values = points
        .map((point) => widen(point, type))
        .flatMap((point) => (point.kind === 'constant' ? point.values : []))
        .sort(compareNumbers);
      if (field.type === 'null') return nullOf(site.place, type);
      const apply = applyRows(type, ([value = 0]) => roundTo(value, values));
      return callOf(site, { type, operands: [widen(field, type)], apply });
    },
  },
  prepared({
    name: 'copy_sign',
    parameters: [
      { name: 'magnitude', accepts: numeric },
      { name: 'sign', accepts: numeric },
    ],
    returns: sameType,
    label: 'the type of magnitude',
    description: 'The first number with the sign of the second.',
    examples: [
      { call: 'copy_sign(5.0, -2)', gives: -5 },
      { call: 'copy_sign(to_ul(1), -1)', gives: null, warns: 'unsigned_long overflow' },
    ],
    prepare: ({ type }) =>
      applyRows(type, ([magnitude = 0, sign = 0]) => {
        const isNegative = Number(sign) < 0 || Object.is(sign, -0);
        const size = absolute(magnitude, type);
        if (!isNegative || typeof size === 'object' || size === undefined) return size;
        if (type === 'unsigned_long' && size !== 0) return arithmeticProblem(`${type} overflow`);
        return typeof size === 'bigint' ? -size : -Number(size);
      }),
  }),
];
