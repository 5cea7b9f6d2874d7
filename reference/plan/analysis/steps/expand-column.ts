import type { NameTree } from '../../syntax.ts';
import { checkSupported, columnOf } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { extend } from '../extend.ts';
import { columnAt, noting, scopeOf } from '../scope.ts';

/** MV_EXPAND: one row for each value of a column. */
export function expandColumn(relation: Relation, tree: NameTree, analysis: Analysis): Relation {
  const scope = scopeOf(relation, analysis);
  const found = noting(analysis, () => {
    const column = columnOf(tree, scope);
    checkSupported(tree, column, scope);
    return column;
  });
  if (found === undefined || found.broken === true) return relation;
  // Another column may show the same values; it is not expanded.
  const isShared = [...relation.columns.values()].some(
    (other) => other !== found && other.at === found.at,
  );
  const value = columnAt(found.at, found.type, tree.place);
  const { name, type } = found;
  const input = isShared ? extend(relation.node, [{ name, type, value }]) : relation.node;
  const at = isShared ? relation.node.output.length : found.at;
  const expanded = { ...found, at };
  return {
    node: { kind: 'expand', input, at, output: input.output },
    columns: new Map(relation.columns).set(name, expanded),
  };
}
