import type { ExpressionTree } from '../../plan/syntax.ts';
import { nameOf } from '../parse/trees.ts';
import type { SqlFunctions } from './definition.ts';
import { constantText, named, plain, rewritten } from './definition.ts';

/** Aggregates and full-text search. */
export const aggregateFunctions: SqlFunctions = {
  count: rewritten(1, 1, ({ at, call, place }) => {
    const counted = at(0);
    const isConstant = counted.kind === 'literal' && counted.values.length > 0;
    return call('count', isConstant ? { kind: 'star', place } : counted);
  }),
  count_distinct: plain('count_distinct', 1),
  sum: plain('sum', 1),
  avg: plain('avg', 1),
  min: plain('min', 1),
  max: plain('max', 1),
  median: plain('median', 1),
  mad: plain('median_absolute_deviation', 1),
  percentile: plain('percentile', 2),
  ...named('stddev_pop stddev std', plain('std_dev', 1)),
  ...named('var_pop variance', plain('variance', 1)),
  sum_of_squares: rewritten(1, 1, ({ at, call }) => {
    const value = call('to_double', at(0));
    return call('sum', call('*', value, value));
  }),
  match: rewritten(2, 2, ({ at, call }) => {
    const fields = fieldsOf(at(0));
    return fields
      .map((field) => call('match', field, at(1)))
      .reduce((one, other) => call('or', one, other));
  }),
};

/** Returns the fields to search: a name, or several in a text; a weight after `^` is ignored. */
function fieldsOf(tree: ExpressionTree): readonly ExpressionTree[] {
  if (tree.kind === 'name') return [tree];
  return constantText(tree, 'first argument of [MATCH]')
    .split(',')
    .map((field) => nameOf(field.trim().replace(/\^\d+(?:\.\d+)?$/, ''), tree.place));
}
