import type { Scalar } from '../../page.ts';
import { define } from '../define.ts';
import type { FunctionDefinition } from '../definition.ts';
import { finite } from '../numbers.ts';

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

const natural = define('log(number: numeric): double', '', (value: Scalar) =>
  finite(Math.log(Number(value)), logProblem),
);

const toBase = define('log(base: numeric, number: numeric): double', '', logarithm);

function logarithm(base: Scalar, value: Scalar): ReturnType<typeof finite> {
  const isDefined = Number(base) > 0 && Number(value) > 0;
  const result = isDefined ? Math.log10(Number(value)) / Math.log10(Number(base)) : Number.NaN;
  return finite(result, logProblem);
}

/** Trigonometric functions, powers and logarithms. */
export const elementaryFunctions: readonly FunctionDefinition[] = [
  ...rows.map(([name, compute, description, problem]) =>
    define(`${name}(number: numeric): double`, description, (value: Scalar) =>
      finite(compute(Number(value)), problem),
    ),
  ),
  {
    name: 'log',
    signature: 'log(base?: numeric, number: numeric): double',
    description: 'The natural logarithm, or the logarithm to a base: log(base, number).',
    resolve: (site, evaluation) =>
      (site.operands.length === 2 ? toBase : natural).resolve(site, evaluation),
  },
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
