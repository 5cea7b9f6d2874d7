import type { Work } from '../../../base/work.ts';
import { mapInSteps } from '../../../base/work.ts';
import type { SortKey } from '../../plan.ts';
import type { SortTree } from '../../syntax.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { noting, scopeOf, treesInStep } from '../scope.ts';
import { shownType } from '../shown-type.ts';

/** SORT: the rows in the order of one or more keys. */
export function* sortRows(
  relation: Relation,
  trees: readonly SortTree[],
  analysis: Analysis,
): Work<Relation> {
  const scope = scopeOf(relation, analysis);
  const found = yield* mapInSteps(trees, treesInStep, (tree): readonly SortKey[] => {
    const value = resolveExpression(tree.value, scope);
    const type = value && noting(analysis, () => shownType(value));
    if (value === undefined || type === undefined) return [];
    return [{ value, descending: tree.descending, nullsFirst: tree.nullsFirst }];
  });
  const keys = found.flat();
  const { node, columns } = relation;
  return { node: { kind: 'sort', input: node, keys, output: node.output }, columns };
}
