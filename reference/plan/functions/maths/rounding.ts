import type { ValueType } from '../../column-type.ts';
import type { EvaluationProblem } from '../../expression.ts';
import type { Scalar } from '../../page.ts';
import type { RowResult } from '../apply.ts';
import { defineFor } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { whole } from '../numbers.ts';

function absolute(value: Scalar, type: ValueType | undefined): number | bigint | EvaluationProblem {
  if (type === 'double' || type === undefined) return Math.abs(Number(value));
  const exact = BigInt(value);
  return whole(exact < 0n ? -exact : exact, type);
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
];
