import type { RenameTree } from '../../syntax.ts';
import { columnOf } from '../resolve-expression.ts';
import type { Analysis, Columns, Relation, ScopeColumn } from '../scope.ts';
import { append, noColumns, noting, withColumns } from '../scope.ts';

/** RENAME: applies the changes in order; a column that already has the new name is dropped. */
export function renameColumns(
  { node, columns: before }: Relation,
  renames: readonly RenameTree[],
  analysis: Analysis,
): Relation {
  const columns = new Map(before);
  /** The name before all changes of each column, which is its place in the order. */
  const origins = new Map([...before.keys()].map((name) => [name, name]));
  for (const { from, to } of renames) {
    const found = noting(analysis, () => columnOf(from, { analysis, columns }));
    const origin = origins.get(from.name) ?? to.name;
    columns.delete(from.name);
    origins.delete(from.name);
    const missing = { type: 'null', at: 0, broken: true } as const;
    append(columns, { ...(found ?? missing), name: to.name });
    origins.set(to.name, origin);
  }
  return { node, columns: inOrder(before, { columns, origins }) };
}

interface Renamed {
  readonly columns: Columns;
  readonly origins: ReadonlyMap<string, string>;
}

/** Returns renamed columns in the order of their first names. */
function inOrder(before: Columns, { columns, origins }: Renamed): Columns {
  const slots = new Map<string, ScopeColumn | undefined>(
    [...before.keys()].map((name) => [name, undefined]),
  );
  for (const [name, origin] of origins) slots.set(origin, columns.get(name));
  const ordered = [...slots.values()].filter((column) => column !== undefined);
  return withColumns(noColumns, ordered);
}
