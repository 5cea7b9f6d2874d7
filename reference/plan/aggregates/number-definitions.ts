import type { Accumulator } from '../aggregate.ts';
import type { AggregateDefinition, AggregateExample, AggregateSite } from './definition.ts';
import { countAccumulator } from './count.ts';
import { deviation } from './deviation.ts';
import type { Digest } from './digest.ts';
import { defaultExact, distinctAccumulator, maxExact } from './distinct.ts';
import { anything, constantNumber, numeric, operandType } from './operand-types.ts';
import { ofDistribution } from './quantiles.ts';
import { average, doubleSum, wholeSum } from './sum.ts';

/** Aggregates that return a number. */
export const numberDefinitions: readonly AggregateDefinition[] = [
  {
    name: 'count',
    signature: 'count([field: any]): long',
    description: 'The number of values; without a field, or with `*`, the number of rows.',
    examples: [
      { call: 'count(*)', of: [1, null, [2, 3]], gives: 3 },
      { call: 'count(long)', of: [1, null, [2, 3]], gives: 3 },
      { call: 'count(long)', of: [null], gives: 0 },
    ],
    operands: [0, 1],
    sampled: 'scaled',
    resolve(site) {
      if (site.operands.length > 0) operandType(site, 0, anything);
      return { type: 'long', create: () => countAccumulator(site.operands.length > 0) };
    },
  },
  {
    name: 'count_distinct',
    signature: 'count_distinct(field: any[, precision: integer]): long',
    description:
      'The number of distinct values: exact up to the precision (default 10000, at most 40000), an estimate beyond it.',
    examples: [
      { call: 'count_distinct(keyword)', of: ['a', 'b', ['a', 'c'], null], gives: 3 },
      { call: 'count_distinct(double, 1000)', of: [1.5, 1.5], gives: 1 },
    ],
    operands: [1, 2],
    sampled: 'never',
    resolve(site) {
      operandType(site, 0, anything);
      const exact =
        site.operands.length < 2
          ? defaultExact
          : constantNumber(site, 1, { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true });
      return { type: 'long', create: () => distinctAccumulator(Math.min(exact, maxExact)) };
    },
  },
  {
    name: 'sum',
    signature: 'sum(number: numeric): long|double',
    description:
      'The sum: a long for whole numbers, null with a warning if it overflows; null without values.',
    examples: [
      { call: 'sum(long)', of: [1, [2, 3], null], gives: 6 },
      { call: 'sum(double)', of: [0.1, 0.2, 0.3], gives: 0.6 },
      { call: 'sum(long)', of: [null], gives: null },
    ],
    operands: [1, 1],
    sampled: 'scaled',
    resolve(site) {
      const type = operandType(site, 0, numeric);
      if (type === 'double') return { type, create: doubleSum };
      const sum = type === 'unsigned_long' ? type : 'long';
      const { place } = site;
      return { type: sum, create: (evaluation) => wholeSum({ type: sum, place, evaluation }) };
    },
  },
  {
    name: 'avg',
    signature: 'avg(number: numeric): double',
    description: 'The mean of all values; null without values.',
    examples: [{ call: 'avg(integer)', of: [1, [2, 4], null], gives: 7 / 3 }],
    operands: [1, 1],
    sampled: 'same',
    resolve: (site) => ofNumbers(site, average),
  },
  {
    name: 'median',
    signature: 'median(number: numeric): double',
    description: 'The median: exact up to 8192 values, an estimate for more.',
    examples: [
      { call: 'median(long)', of: [3, 1, 2], gives: 2 },
      { call: 'median(long)', of: [1, 2, 3, 10], gives: 2.5 },
    ],
    operands: [1, 1],
    sampled: 'same',
    resolve: (site) => distribution(site, (digest) => digest.quantile(0.5)),
  },
  {
    name: 'percentile',
    signature: 'percentile(number: numeric, percentile: numeric): double',
    description: 'The value below which the given percentage of all values lies.',
    examples: [
      { call: 'percentile(double, 25)', of: [1, 2, 3, 4, 5], gives: 2 },
      { call: 'percentile(double, 100)', of: [1, 2, 3], gives: 3 },
    ],
    operands: [2, 2],
    sampled: 'same',
    resolve(site) {
      const percent = constantNumber(site, 1, { least: 0, most: 100, whole: false });
      return distribution(site, (digest) => digest.quantile(percent / 100));
    },
  },
  {
    name: 'median_absolute_deviation',
    signature: 'median_absolute_deviation(number: numeric): double',
    description: 'The median of the distances of all values from their median.',
    examples: [{ call: 'median_absolute_deviation(long)', of: [1, 2, 3, 4, 100], gives: 1 }],
    operands: [1, 1],
    sampled: 'same',
    resolve: (site) => distribution(site, (digest) => digest.medianDeviation()),
  },
  spread('std_dev', 'The population standard deviation of the values.', [
    { call: 'std_dev(long)', of: [2, 4, 4, 4, 5, 5, 7, 9], gives: 2 },
  ]),
  spread('variance', 'The population variance of the values.', [
    { call: 'variance(double)', of: [1, 2, 3, 4], gives: 1.25 },
    { call: 'variance(double)', of: [5], gives: 0 },
  ]),
];

function spread(
  name: 'variance' | 'std_dev',
  description: string,
  examples: readonly AggregateExample[],
): AggregateDefinition {
  return {
    name,
    signature: `${name}(number: numeric): double`,
    description,
    examples,
    operands: [1, 1],
    sampled: 'same',
    resolve: (site) => ofNumbers(site, () => deviation(name)),
  };
}

function ofNumbers(site: AggregateSite, create: () => Accumulator) {
  operandType(site, 0, numeric);
  return { type: 'double', create } as const;
}

function distribution(site: AggregateSite, figure: (digest: Digest) => number | undefined) {
  return ofNumbers(site, () => ofDistribution(figure));
}
