import { defined } from '../../base/assert.ts';
import { cellOf } from '../cells.ts';
import type { CallSite, Evaluation } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import { isDescending, ordinalOf } from '../functions/arguments.ts';
import type { CheckedCall } from '../functions/define.ts';
import { arithmeticProblem, isInRange } from '../functions/problems.ts';
import { withOptions } from '../functions/settings.ts';
import { plain } from '../../base/map-key.ts';
import { counted, distinct, extreme, summed } from '../../search/aggregations/accumulators.ts';
import { distribution, finiteOrNull, quantile, top, variance, wholeSum } from './accumulators.ts';
import type { AggregateCall, AggregateDefinition } from './definition.ts';
import { defineAggregate } from './definition.ts';

/** Maximum number of values that `top` returns. */
const maxTop = 10_000;

/** All aggregates, in the order in which README.md lists them. */
export const aggregateDefinitions: readonly AggregateDefinition[] = [
  defineAggregate(
    'count(field?: any type): long',
    'The number of values; without a field, or with `*`, the number of rows.',
    () => ({ create: counted }),
  ),
  defineAggregate(
    'count_distinct(field: any type, precision?: numeric): long',
    'The number of distinct values, whatever the precision.',
    (call) => {
      if (call.operands.length > 1)
        constantNumber(call, { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true });
      return { create: ({ reserve }) => distinct(({ size }) => size, reserve) };
    },
  ),
  defineAggregate(
    'sum(number: numeric): long, unsigned_long or double',
    'The sum: null with a warning if a sum of whole numbers overflows; null without values.',
    sum,
  ),
  defineAggregate(
    'avg(number: numeric): double',
    'The mean of all values; null without values.',
    () => ({ create: () => summed((sum, count) => finiteOrNull(sum / count)) }),
  ),
  defineAggregate('median(number: numeric): double', 'The median.', () => ({
    create: ({ reserve }) => distribution((sorted) => quantile(sorted, 0.5), reserve),
  })),
  defineAggregate(
    'percentile(number: numeric, percentile: numeric): double',
    'The value below which the given percentage of all values lies.',
    (call) => {
      const percent = constantNumber(call, { least: 0, most: 100, whole: false });
      return {
        create: ({ reserve }) => distribution((sorted) => quantile(sorted, percent / 100), reserve),
      };
    },
  ),
  defineAggregate(
    'std_dev(number: numeric): double',
    'The population standard deviation of the values.',
    () => ({ create: () => variance(Math.sqrt) }),
  ),
  defineAggregate(
    'min(field: any type): the type of field',
    'The least value, by the order of its type; null without values.',
    () => ({ create: ({ reserve }) => extreme(1, reserve) }),
  ),
  defineAggregate(
    'max(field: any type): the type of field',
    'The greatest value, by the order of its type; null without values.',
    () => ({ create: ({ reserve }) => extreme(-1, reserve) }),
  ),
  defineAggregate(
    'values(field: any type): the type of field',
    'All distinct values as a multi-value, in no particular order.',
    () => ({
      create: ({ reserve }) => distinct((values) => cellOf([...values.values()]), reserve),
    }),
  ),
  defineAggregate(
    'top(field: any type, limit: numeric, order?: string): the type of field',
    'The first values in an order, `asc` (default) or `desc`, as a multi-value.',
    (call) => {
      const limit = constantNumber(call, { least: 1, most: maxTop, whole: true });
      const { site, operands } = call;
      const sign = isDescending(operands[2], site) ? -1 : 1;
      return { create: ({ reserve }) => top(limit, sign, reserve) };
    },
  ),
];

const byName = new Map(aggregateDefinitions.map((definition) => [definition.name, definition]));

/** Names of all aggregates. */
export const aggregateNames: readonly string[] = [...byName.keys()];

/** Returns whether a name, in lower case, is that of an aggregate. */
export function isAggregate(name: string): boolean {
  return byName.has(name);
}

/**
 * Takes a call of an aggregate (`count(*)` without operands); returns it with its type. Throws a QueryProblem if the
 * operands are wrong.
 */
export function resolveAggregate(site: CallSite, evaluation: Evaluation): AggregateCall {
  const { signature, resolve } = defined(byName.get(site.name), `aggregate ${site.name}`);
  return resolve(site, withOptions(site, signature, evaluation));
}

function sum({ site, types: [own] }: CheckedCall): Pick<AggregateCall, 'type' | 'create'> {
  if (own === 'double') return { type: own, create: () => summed(finiteOrNull) };
  const type = own === 'unsigned_long' ? own : 'long';
  return {
    type,
    create: ({ evaluation }) =>
      wholeSum((sum) => {
        if (isInRange(sum, type)) return plain(sum);
        evaluation.warn(site.place, arithmeticProblem(`${type} overflow`));
        return null;
      }),
  };
}

/** Returns the second operand, a constant. Throws a QueryProblem unless it is one number within bounds. */
function constantNumber(
  { site, operands: [, operand] }: CheckedCall,
  {
    least,
    most,
    whole,
  }: { readonly least: number; readonly most: number; readonly whole: boolean },
): number {
  const values = operand?.kind === 'constant' ? operand.values : [];
  const value = values.length === 1 ? Number(values[0]) : Number.NaN;
  if (value >= least && value <= most && (!whole || Number.isInteger(value))) return value;
  const place = operand?.place ?? site.place;
  const kind = whole ? 'an integer' : 'a number';
  throw new QueryProblem(
    place,
    `${ordinalOf(1, 2)} of [${site.place.text}] must be ${kind} from ${least} to ${most}, found value [${place.text}]`,
  );
}
