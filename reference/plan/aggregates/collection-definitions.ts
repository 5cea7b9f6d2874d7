import { isString } from '../column-type.ts';
import { QueryProblem } from '../expression.ts';
import { edgeAccumulator, topAccumulator, valuesAccumulator } from './collections.ts';
import type { AggregateDefinition, AggregateExample, AggregateSite } from './definition.ts';
import type { End } from './extreme.ts';
import { numericExtreme, orderedExtreme } from './extreme.ts';
import {
  constantNumber,
  constantOperand,
  operandType,
  ordered,
  shownType,
} from './operand-types.ts';

/** Maximum number of values that `top` returns. */
const maxTop = 10_000;

/** Aggregates that return values of the field itself. */
export const collectionDefinitions: readonly AggregateDefinition[] = [
  extreme('min', 'The least value, by the order of its type; null without values.', [
    { call: 'min(long)', of: [3, [1, 2], null], gives: 1 },
    { call: 'min(keyword)', of: ['b', 'a'], gives: 'a' },
  ]),
  extreme('max', 'The greatest value, by the order of its type; null without values.', [
    { call: 'max(double)', of: [1.5, [0.5, 2.5]], gives: 2.5 },
    { call: 'max(version)', of: ['1.9.0', '1.10.0'], gives: '1.10.0' },
    { call: 'max(boolean)', of: [false, true], gives: true },
    { call: 'max(long)', of: [null], gives: null },
  ]),
  {
    name: 'values',
    signature: 'values(field: any): any',
    description: 'All distinct values as a multi-value, in no particular order.',
    examples: [{ call: 'values(keyword)', of: ['b', ['a', 'b'], null], gives: ['b', 'a'] }],
    operands: [1, 1],
    sampled: 'never',
    resolve(site) {
      const type = shownType(operandType(site, 0, ordered));
      return { type, create: () => valuesAccumulator(type) };
    },
  },
  {
    name: 'top',
    signature: 'top(field: any, limit: integer[, order: string]): any',
    description: 'The first values in an order, `asc` (default) or `desc`, as a multi-value.',
    examples: [
      { call: 'top(long, 2, "desc")', of: [3, 1, 2, 3], gives: [3, 3] },
      { call: 'top(keyword, 2)', of: ['b', 'c', 'a'], gives: ['a', 'b'] },
    ],
    operands: [2, 3],
    sampled: 'never',
    resolve(site) {
      const type = shownType(operandType(site, 0, ordered));
      const limit = constantNumber(site, 1, { least: 1, most: maxTop, whole: true });
      const descending = isDescending(site);
      return { type, create: () => topAccumulator({ type, limit, descending }) };
    },
  },
  edge('first', [{ call: 'first(long, long)', of: [3, 1, 2], gives: 1 }]),
  edge('last', [{ call: 'last(long, long)', of: [3, 1, 2], gives: 3 }]),
];

function extreme(
  end: End,
  description: string,
  examples: readonly AggregateExample[],
): AggregateDefinition {
  return {
    name: end,
    signature: `${end}(field: any): any`,
    description,
    examples,
    operands: [1, 1],
    sampled: 'never',
    resolve(site) {
      const type = shownType(operandType(site, 0, ordered));
      const isText = isString(type) || type === 'ip' || type === 'version';
      return { type, create: () => (isText ? orderedExtreme : numericExtreme)(type, end) };
    },
  };
}

function edge(name: 'first' | 'last', examples: readonly AggregateExample[]): AggregateDefinition {
  return {
    name,
    signature: `${name}(field: any, by: any): any`,
    description: `The value of the ${name} row in the order of another field; null without values.`,
    examples,
    operands: [2, 2],
    sampled: 'never',
    resolve(site) {
      const value = shownType(operandType(site, 0, ordered));
      const by = operandType(site, 1, ordered);
      return { type: value, create: () => edgeAccumulator({ value, by }, name) };
    },
  };
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
