import { integerLimits } from '../../store/values/numbers.ts';
import type { Accumulator, AggregateContext } from '../aggregate.ts';
import { QueryProblem } from '../expression.ts';
import { plain } from '../map-key.ts';
import { cellOf } from '../page.ts';
import { comparerOf } from '../values.ts';
import {
  countRows,
  countValues,
  distinct,
  distribution,
  first,
  quantile,
  reverse,
  sumOfDoubles,
  top,
  variance,
  wholeSum,
} from './accumulators.ts';
import type { AggregateDefinition, AggregateSite } from './definition.ts';
import { defineAggregate } from './definition.ts';
import {
  anything,
  constantNumber,
  constantOperand,
  numeric,
  operandType,
  ordered,
  shownType,
} from './operand-types.ts';

/** Maximum number of values that `top` returns. */
const maxTop = 10_000;

/** All aggregates, in the order in which README.md lists them. */
export const aggregateDefinitions: readonly AggregateDefinition[] = [
  defineAggregate(
    'count([field: any]): long',
    'The number of values; without a field, or with `*`, the number of rows.',
    (site) => {
      if (site.operands.length === 0) return { type: 'long', create: countRows };
      operandType(site, 0, anything);
      return { type: 'long', create: countValues };
    },
  ),
  defineAggregate(
    'count_distinct(field: any[, precision: integer]): long',
    'The number of distinct values, whatever the precision.',
    (site) => {
      operandType(site, 0, anything);
      const most = Number.MAX_SAFE_INTEGER;
      if (site.operands.length > 1) constantNumber(site, 1, { least: 0, most, whole: true });
      return { type: 'long', create: (context) => distinct(({ length }) => length, context) };
    },
  ),
  defineAggregate(
    'sum(number: numeric): long|double',
    'The sum: a long for whole numbers, null with a warning if it overflows; null without values.',
    resolveSum,
  ),
  ofNumbers('avg', 'The mean of all values; null without values.', () =>
    sumOfDoubles((sum, count) => sum / count),
  ),
  ofNumbers('median', 'The median.', (context) =>
    distribution((sorted) => quantile(sorted, 0.5), context),
  ),
  defineAggregate(
    'percentile(number: numeric, percentile: numeric): double',
    'The value below which the given percentage of all values lies.',
    (site) => {
      operandType(site, 0, numeric);
      const percent = constantNumber(site, 1, { least: 0, most: 100, whole: false });
      return {
        type: 'double',
        create: (context) => distribution((sorted) => quantile(sorted, percent / 100), context),
      };
    },
  ),
  ofNumbers('std_dev', 'The population standard deviation of the values.', () =>
    variance(Math.sqrt),
  ),
  extreme('min', 'The least value, by the order of its type; null without values.'),
  extreme('max', 'The greatest value, by the order of its type; null without values.'),
  defineAggregate(
    'values(field: any): any',
    'All distinct values as a multi-value, in no particular order.',
    (site) => ({
      type: shownType(operandType(site, 0, ordered)),
      create: (context) => distinct(cellOf, context),
    }),
  ),
  defineAggregate(
    'top(field: any, limit: integer[, order: string]): any',
    'The first values in an order, `asc` (default) or `desc`, as a multi-value.',
    (site) => {
      const type = shownType(operandType(site, 0, ordered));
      const limit = constantNumber(site, 1, { least: 1, most: maxTop, whole: true });
      const order = isDescending(site) ? reverse(comparerOf(type)) : comparerOf(type);
      return { type, create: (context) => top(limit, order, context) };
    },
  ),
];

/** Returns the definition of an aggregate of numbers whose result is a double. */
function ofNumbers(
  name: string,
  description: string,
  create: (context: AggregateContext) => Accumulator,
): AggregateDefinition {
  return defineAggregate(`${name}(number: numeric): double`, description, (site) => {
    operandType(site, 0, numeric);
    return { type: 'double', create };
  });
}

function resolveSum(site: AggregateSite): ReturnType<AggregateDefinition['resolve']> {
  const own = operandType(site, 0, numeric);
  if (own === 'double') return { type: own, create: () => sumOfDoubles((sum) => sum) };
  const type = own === 'unsigned_long' ? own : 'long';
  const limits = integerLimits.get(type) ?? { min: 0n, max: 0n };
  return {
    type,
    create: ({ evaluation }) =>
      wholeSum((sum) => {
        if (sum >= limits.min && sum <= limits.max) return plain(sum);
        const reason = `${type} overflow`;
        evaluation.warn(site.place, { type: 'java.lang.ArithmeticException', reason });
        return null;
      }),
  };
}

function extreme(name: 'min' | 'max', description: string): AggregateDefinition {
  return defineAggregate(`${name}(field: any): any`, description, (site) => {
    const type = shownType(operandType(site, 0, ordered));
    const order = name === 'min' ? comparerOf(type) : reverse(comparerOf(type));
    return { type, create: () => first(order) };
  });
}

function isDescending(site: AggregateSite): boolean {
  if (site.operands.length < 3) return false;
  const { values, place } = constantOperand(site, 2);
  const order = String(values[0]).toLowerCase();
  if (order === 'asc' || order === 'desc') return order === 'desc';
  throw new QueryProblem(
    place,
    `Invalid order value in [${site.place.text}], expected [ASC, DESC] but got [${String(values[0])}]`,
  );
}
