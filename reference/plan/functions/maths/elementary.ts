import { applyCells } from '../apply.ts';
import type { FunctionDefinition, FunctionExample } from '../definition.ts';
import { prepared } from '../scalar.ts';
import { numeric } from '../accepts.ts';
import { ofNumber, ofNumbers } from './double-function.ts';

function constantOf(name: string, value: number, description: string): FunctionDefinition {
  return prepared({
    name,
    parameters: [],
    returns: 'double',
    description,
    examples: [{ call: `${name}()`, gives: value }],
    prepare: () => applyCells(() => value),
  });
}

type Row = readonly [
  name: string,
  compute: (value: number) => number,
  description: string,
  example: FunctionExample,
  problem?: string,
];

const rows: readonly Row[] = [
  ['sin', Math.sin, 'The sine of an angle in radians.', { call: 'sin(0)', gives: 0 }],
  ['cos', Math.cos, 'The cosine of an angle in radians.', { call: 'cos(0)', gives: 1 }],
  ['tan', Math.tan, 'The tangent of an angle in radians.', { call: 'tan(0)', gives: 0 }],
  [
    'asin',
    Math.asin,
    'The angle, in radians, with this sine.',
    { call: 'asin(2)', gives: null, warns: 'Asin input out of range' },
    'Asin input out of range',
  ],
  [
    'acos',
    Math.acos,
    'The angle, in radians, with this cosine.',
    { call: 'acos(1)', gives: 0 },
    'Acos input out of range',
  ],
  [
    'atan',
    Math.atan,
    'The angle, in radians, with this tangent.',
    { call: 'atan(1)', gives: Math.PI / 4 },
  ],
  [
    'sinh',
    Math.sinh,
    'The hyperbolic sine.',
    { call: 'sinh(1000)', gives: null, warns: 'sinh overflow' },
    'sinh overflow',
  ],
  ['cosh', Math.cosh, 'The hyperbolic cosine.', { call: 'cosh(0)', gives: 1 }, 'cosh overflow'],
  ['tanh', Math.tanh, 'The hyperbolic tangent.', { call: 'tanh(0)', gives: 0 }],
  ['asinh', Math.asinh, 'The number with this hyperbolic sine.', { call: 'asinh(0)', gives: 0 }],
  [
    'acosh',
    Math.acosh,
    'The number with this hyperbolic cosine.',
    { call: 'acosh(1)', gives: 0 },
    'Acosh input out of range',
  ],
  [
    'atanh',
    Math.atanh,
    'The number with this hyperbolic tangent.',
    { call: 'atanh(0)', gives: 0 },
    'Atanh input out of range',
  ],
  [
    'sqrt',
    Math.sqrt,
    'The square root.',
    { call: 'sqrt(-1)', gives: null, warns: 'Square root of negative' },
    'Square root of negative',
  ],
  ['cbrt', Math.cbrt, 'The cube root.', { call: 'cbrt(27)', gives: 3 }],
  ['exp', Math.exp, 'The number e raised to the given power.', { call: 'exp(0)', gives: 1 }],
  [
    'log10',
    Math.log10,
    'The logarithm to base 10.',
    { call: 'log10(1000)', gives: 3 },
    'Log of non-positive number',
  ],
  ['signum', Math.sign, 'The sign: -1, 0 or 1.', { call: 'signum(-5)', gives: -1 }],
  [
    'to_degrees',
    (value) => (value * 180) / Math.PI,
    'An angle in radians, converted to degrees.',
    { call: 'to_degrees(pi())', gives: 180 },
  ],
  [
    'to_radians',
    (value) => (value / 180) * Math.PI,
    'An angle in degrees, converted to radians.',
    { call: 'to_radians(180)', gives: Math.PI },
  ],
];

const natural = ofNumber('log', Math.log, {
  description: 'The natural logarithm, or the logarithm to a base: log(base, number).',
  examples: [
    { call: 'log(1)', gives: 0 },
    { call: 'log(2, 8)', gives: 3 },
    { call: 'log(0)', gives: null, warns: 'Log of non-positive number' },
    { call: 'log(1, 5)', gives: null, warns: 'Log of non-positive number' },
  ],
  problem: 'Log of non-positive number',
});

const toBase = ofNumbers('log', ['base', 'number'], {
  description: '',
  examples: [],
  problem: 'Log of non-positive number',
  compute: (base, value) =>
    base > 0 && value > 0 ? Math.log10(value) / Math.log10(base) : Number.NaN,
});

/** Trigonometric functions, powers and logarithms. */
export const elementaryFunctions: readonly FunctionDefinition[] = [
  ...rows.map(([name, compute, description, example, problem]) =>
    ofNumber(name, compute, {
      description,
      examples: [example],
      ...(problem === undefined ? {} : { problem }),
    }),
  ),
  {
    ...natural,
    signature: `log(base?: ${numeric.label}, number: ${numeric.label}): double`,
    resolve: (site, evaluation) =>
      (site.operands.length === 2 ? toBase : natural).resolve(site, evaluation),
  },
  ofNumbers('pow', ['base', 'exponent'], {
    description: 'The base to the power of the exponent.',
    examples: [
      { call: 'pow(2, 10)', gives: 1024 },
      { call: 'pow(10, 400)', gives: null, warns: 'not a finite double number' },
    ],
    compute: Math.pow,
  }),
  ofNumbers('atan2', ['y', 'x'], {
    description: 'The angle, in radians, between the x axis and the ray to the point (x, y).',
    examples: [{ call: 'atan2(0, 1)', gives: 0 }],
    compute: Math.atan2,
  }),
  ofNumbers('hypot', ['a', 'b'], {
    description: 'The hypotenuse of a right-angled triangle with these legs.',
    examples: [{ call: 'hypot(3, 4)', gives: 5 }],
    compute: (a, b) => Math.hypot(a, b),
  }),
  ofNumbers('scalb', ['number', 'exponent'], {
    description: 'The number times two to the power of the exponent.',
    examples: [{ call: 'scalb(3, 4)', gives: 48 }],
    compute: (value, exponent) => value * 2 ** exponent,
  }),
  constantOf('pi', Math.PI, 'The ratio of the circumference of a circle to its diameter.'),
  constantOf('e', Math.E, "Euler's number."),
  constantOf('tau', 2 * Math.PI, 'The ratio of the circumference of a circle to its radius.'),
];
