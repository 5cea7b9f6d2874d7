import { globMatcher, newMatchBudget } from '../../base/wildcard.ts';
import type { Work } from '../../base/work.ts';
import { QueryProblem } from '../expression.ts';
import type { CommandOf, NamePattern } from '../syntax.ts';
import { columnOf } from './resolve-expression.ts';
import type { Analysis, Relation, ScopeColumn } from './scope.ts';
import { append, noColumns, scopeOf, withColumns } from './scope.ts';

/**
 * KEEP: only these columns, in the order in which they are named. A column that several patterns match is placed by the
 * most specific one: its own name before a pattern with stars, such a pattern before `*`; of equal ones the last.
 */
export function* keepColumns(
  { steps, columns: before }: Relation,
  { names }: CommandOf<'keep'>,
  analysis: Analysis,
): Work<Relation> {
  const columns = new Map<string, ScopeColumn>();
  const ranks = new Map<string, number>();
  for (const name of names) {
    yield;
    const rank = name.literal ? 0 : name.pattern === '*' ? 2 : 1;
    for (const column of columnsOf({ steps, columns: before }, name, analysis)) {
      if ((ranks.get(column.name) ?? rank) < rank) continue;
      ranks.set(column.name, rank);
      append(columns, column);
    }
  }
  return { steps, columns };
}

/** DROP: all but these columns. */
export function* dropColumns(
  before: Relation,
  { names }: CommandOf<'drop'>,
  analysis: Analysis,
): Work<Relation> {
  const columns = new Map(before.columns);
  for (const name of names) {
    yield;
    for (const column of columnsOf(before, name, analysis)) columns.delete(column.name);
  }
  return { ...before, columns };
}

function columnsOf(
  before: Relation,
  { pattern, literal, place }: NamePattern,
  analysis: Analysis,
): readonly ScopeColumn[] {
  if (literal) {
    const tree = { kind: 'name', name: pattern, place } as const;
    return [columnOf(tree, scopeOf(before, analysis))];
  }
  const matches = globMatcher(pattern, newMatchBudget());
  const found = [...before.columns.values()].filter(({ name }) => matches(name));
  const isEmpty = pattern === '*' && before.columns.size === 0;
  if (found.length === 0 && !isEmpty) {
    throw new QueryProblem(place, `No matches found for pattern [${pattern}]`);
  }
  return found;
}

/** RENAME: applies the changes in order; a column that already has the new name is dropped. */
export function renameColumns(
  { steps, columns: before }: Relation,
  { renames }: CommandOf<'rename'>,
  analysis: Analysis,
): Relation {
  const columns = new Map(before);
  /** The name before all changes of each column, which is its place in the order. */
  const origins = new Map([...before.keys()].map((name) => [name, name]));
  for (const { from, to } of renames) {
    const found = columnOf(from, { analysis, columns });
    const origin = origins.get(from.name) ?? to.name;
    columns.delete(from.name);
    origins.delete(from.name);
    append(columns, { ...found, name: to.name });
    origins.set(to.name, origin);
  }
  const slots = new Map<string, ScopeColumn | undefined>(
    [...before.keys()].map((name) => [name, undefined]),
  );
  for (const [name, origin] of origins) slots.set(origin, columns.get(name));
  const ordered = [...slots.values()].filter((column) => column !== undefined);
  return { steps, columns: withColumns(noColumns, ordered) };
}
