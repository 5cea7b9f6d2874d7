import type { RenameTree } from '../../syntax.ts';
import { columnOf } from '../resolve-expression.ts';
import type { Analysis, Relation } from '../scope.ts';
import { noting, scopeOf } from '../scope.ts';

/** RENAME: applies the changes in order; a column that already has the new name is dropped. */
export function renameColumns(
  relation: Relation,
  renames: readonly RenameTree[],
  analysis: Analysis,
): Relation {
  return renames.reduce((before, rename) => renameColumn(before, rename, analysis), relation);
}

function renameColumn(relation: Relation, { from, to }: RenameTree, analysis: Analysis): Relation {
  const { node, columns } = relation;
  const found = noting(analysis, () => columnOf(from, scopeOf(relation, analysis)));
  if (found === undefined) {
    const missing = { name: to.name, type: 'null', at: 0, broken: true } as const;
    return { node, columns: [...columns.filter(({ name }) => name !== to.name), missing] };
  }
  const kept = columns.filter((column) => column === found || column.name !== to.name);
  return {
    node,
    columns: kept.map((column) => (column === found ? { ...column, name: to.name } : column)),
  };
}
