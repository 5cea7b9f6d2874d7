import { cellOf } from '../../page.ts';
import type { ExpressionTree } from '../../syntax.ts';
import { resolveCondition } from '../conditions.ts';
import type { Analysis, Relation } from '../scope.ts';
import { scopeOf } from '../scope.ts';

/** WHERE: the rows for which a condition is true. query.where-restricts-rows, query-filter.filter-with-where. */
export function keepRows(
  relation: Relation,
  condition: ExpressionTree,
  analysis: Analysis,
): Relation {
  const found = resolveCondition(condition, scopeOf(relation, analysis));
  const isTrue = found?.kind === 'constant' && cellOf(found.values) === 1;
  if (found === undefined || isTrue) return relation;
  const { node, columns } = relation;
  return {
    node: { kind: 'filter', input: node, output: node.output, condition: found },
    columns,
  };
}
