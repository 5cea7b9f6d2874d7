import type { Scalar } from '../cells.ts';
import type { ValueType } from '../column-type.ts';
import type { RowResult } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { define, defineFor } from './define.ts';
import { finite, whole } from './problems.ts';

function absolute(value: Scalar, type: ValueType): RowResult {
  if (type === 'double') return Math.abs(Number(value));
  const exact = BigInt(value);
  return whole(exact < 0n ? -exact : exact, type);
}

/** Rounds half away from zero to a number of decimal places (digits before the point if negative). */
function round(value: Scalar, places: number, type: ValueType): RowResult {
  if (type === 'double') return roundDouble(Number(value), places);
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

/** A function of one number: its problem is the warning if the result is not a finite number. */
type Row = readonly [
  name: string,
  compute: (value: number) => number,
  description: string,
  problem?: string,
];

const logProblem = 'Log of non-positive number';

const rows: readonly Row[] = [
  ['sin', Math.sin, 'The sine of an angle in radians.'],
  ['cos', Math.cos, 'The cosine of an angle in radians.'],
  ['tan', Math.tan, 'The tangent of an angle in radians.'],
  ['asin', Math.asin, 'The angle, in radians, with this sine.', 'Asin input out of range'],
  ['acos', Math.acos, 'The angle, in radians, with this cosine.', 'Acos input out of range'],
  ['atan', Math.atan, 'The angle, in radians, with this tangent.'],
  ['sqrt', Math.sqrt, 'The square root.', 'Square root of negative'],
  ['cbrt', Math.cbrt, 'The cube root.'],
  ['exp', Math.exp, 'The number e raised to the given power.'],
  ['log10', Math.log10, 'The logarithm to base 10.', logProblem],
  ['signum', Math.sign, 'The sign: -1, 0 or 1.'],
  ['to_degrees', (value) => (value * 180) / Math.PI, 'An angle in radians, converted to degrees.'],
  ['to_radians', (value) => (value / 180) * Math.PI, 'An angle in degrees, converted to radians.'],
];

/** The natural logarithm, or that to a base, which is the first of two values. */
function logarithm(...values: readonly Scalar[]): RowResult {
  const [first = 0, second = 0] = values.map(Number);
  if (values.length === 1) return finite(Math.log(first), logProblem);
  const isDefined = first > 0 && second > 0;
  return finite(isDefined ? Math.log10(second) / Math.log10(first) : Number.NaN, logProblem);
}

/** Functions of numbers. */
export const mathFunctions: readonly FunctionDefinition[] = [
  defineFor(
    'abs(number: numeric): the type of number',
    'The absolute value.',
    ({ type }) =>
      (value: Scalar) =>
        absolute(value, type),
  ),
  defineFor(
    'ceil(number: numeric): the type of number',
    'The least whole number that is not less than the number.',
    ({ type }) =>
      (value: Scalar) =>
        type === 'double' ? Math.ceil(Number(value)) : value,
  ),
  defineFor(
    'floor(number: numeric): the type of number',
    'The greatest whole number that is not greater than the number.',
    ({ type }) =>
      (value: Scalar) =>
        type === 'double' ? Math.floor(Number(value)) : value,
  ),
  defineFor(
    'round(number: numeric, decimals?: whole number): the type of number',
    'The number rounded, half away from zero, to the given number of decimal places (default 0).',
    ({ type }) =>
      (value: Scalar, places: Scalar = 0) =>
        round(value, Number(places), type),
  ),
  ...rows.map(([name, compute, description, problem]) =>
    define(`${name}(number: numeric): double`, description, (value: Scalar) =>
      finite(compute(Number(value)), problem),
    ),
  ),
  define(
    'log(base?: numeric, number: numeric): double',
    'The natural logarithm, or the logarithm to a base: log(base, number).',
    logarithm,
  ),
  define(
    'pow(base: numeric, exponent: numeric): double',
    'The base to the power of the exponent.',
    (base: Scalar, exponent: Scalar) => finite(Number(base) ** Number(exponent)),
  ),
  define(
    'pi(): double',
    'The ratio of the circumference of a circle to its diameter.',
    () => Math.PI,
  ),
  define('e(): double', "Euler's number.", () => Math.E),
];
