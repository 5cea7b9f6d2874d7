import type { ValueType } from '../../column-type.ts';
import { isDate, isNumeric } from '../../column-type.ts';
import type { CallSite, Evaluation, EvaluationProblem, Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { Scalar } from '../../page.ts';
import { compareNumbers } from '../../values.ts';
import type { RowResult } from '../apply.ts';
import { applyRows } from '../apply.ts';
import { checkArguments } from '../arguments.ts';
import { callOf, nullOf } from '../call.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { whole } from '../numbers.ts';
import { commonType, widen } from '../widen.ts';

function absolute(value: Scalar, type: ValueType | undefined): number | bigint | EvaluationProblem {
  if (type === 'double' || type === undefined) return Math.abs(Number(value));
  const exact = BigInt(value);
  return whole(exact < 0n ? -exact : exact, type);
}

/** Returns the absolute value of the first number with the sign of the second. */
function copySign(magnitude: Scalar, sign: Scalar, type: ValueType | undefined): RowResult {
  const isNegative = Number(sign) < 0 || Object.is(sign, -0);
  if (type === 'double' || type === undefined) {
    const size = Math.abs(Number(magnitude));
    return isNegative ? -size : size;
  }
  const size = absolute(magnitude, type);
  return isNegative && typeof size !== 'object' ? whole(-BigInt(size), type) : size;
}

/** Rounds half away from zero to a number of decimal places (digits before the point if negative). */
function round(value: Scalar, places: number, type: ValueType | undefined): RowResult {
  if (type === 'double' || type === undefined) return roundDouble(Number(value), places);
  if (places >= 0) return value;
  if (places < -20) return 0;
  const exact = BigInt(value);
  const unit = 10n ** BigInt(-places);
  const half = exact < 0n ? -unit / 2n : unit / 2n;
  return whole(((exact + half) / unit) * unit, type);
}

function roundDouble(value: number, places: number): number {
  const scale = 10 ** places;
  if (scale === 0) return 0;
  const scaled = Math.abs(value) * scale;
  if (!Number.isFinite(scaled) || scaled >= 2 ** 52) return value;
  return (Math.sign(value) * Math.round(scaled)) / scale;
}

/** `round_to`: the greatest point that is not above the value, or the first if all are above it. */
function resolveRoundTo(site: CallSite, evaluation: Evaluation): Expression {
  const label = 'numeric or datetime';
  const accepts = { label, has: (type: ValueType) => isNumeric(type) || isDate(type) };
  const literals = 'date' as const;
  const parameters = [
    { name: 'field', accepts },
    { name: 'point', accepts: { ...accepts, literals }, constant: true, repeated: true } as const,
  ];
  const [field, ...points] = checkArguments(site, parameters, evaluation);
  if (field === undefined) return nullOf(site.place, 'null');
  const type = points.reduce<ValueType | undefined>(
    (sum, point) => (sum === undefined ? undefined : commonType(sum, point.type)),
    field.type,
  );
  if (type === undefined) {
    const reason = `the points of [${site.place.text}] must have the same type as [${field.place.text}]`;
    throw new QueryProblem(site.place, reason);
  }
  if (field.type === 'null') return nullOf(site.place, type);
  const values = points
    .map((point) => widen(point, type))
    .flatMap((point) => (point.kind === 'constant' ? point.values : []))
    .sort(compareNumbers);
  const apply = applyRows(
    (value: Scalar) => values.findLast((point) => compareNumbers(point, value) <= 0) ?? values[0],
  );
  return callOf(site, { type, operands: [widen(field, type)], apply });
}

/** Functions that round numbers or change their sign. */
export const roundingFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'abs(number: numeric): the type of number',
    'The absolute value.',
    ({ types: [type] }) =>
      (value: Scalar) =>
        absolute(value, type),
  ),
  defineFor(
    'ceil(number: numeric): the type of number',
    'The least whole number that is not less than the number.',
    ({ types: [type] }) =>
      (value: Scalar) =>
        type === 'double' ? Math.ceil(Number(value)) : value,
  ),
  defineFor(
    'floor(number: numeric): the type of number',
    'The greatest whole number that is not greater than the number.',
    ({ types: [type] }) =>
      (value: Scalar) =>
        type === 'double' ? Math.floor(Number(value)) : value,
  ),
  defineFor(
    'round(number: numeric, decimals?: whole number): the type of number',
    'The number rounded, half away from zero, to the given number of decimal places (default 0).',
    ({ types: [type] }) =>
      (value: Scalar, places: Scalar = 0) =>
        round(value, Number(places), type),
  ),
  {
    name: 'round_to',
    signature: 'round_to(field: numeric or datetime, point…: the same): the type of the points',
    description:
      'The greatest of the points that is not above the value, or the least point if all are above it.',
    resolve: resolveRoundTo,
  },
  defineFor(
    'copy_sign(magnitude: numeric, sign: numeric): the type of magnitude',
    'The first number with the sign of the second.',
    ({ types: [type] }) =>
      (magnitude: Scalar, sign: Scalar) =>
        copySign(magnitude, sign, type),
  ),
];
