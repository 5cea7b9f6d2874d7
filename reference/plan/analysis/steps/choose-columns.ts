import { globMatcher } from '../../../base/wildcard.ts';
import type { Work } from '../../../base/work.ts';
import { QueryProblem } from '../../expression.ts';
import type { NamePattern } from '../../syntax.ts';
import { columnOf } from '../resolve-expression.ts';
import type { Analysis, Relation, ScopeColumn } from '../scope.ts';
import { append, noting, scopeOf } from '../scope.ts';

/**
 * KEEP: only these columns, in the order in which they are named. A column that several patterns match is placed by the
 * most specific one: its own name before a pattern with stars, such a pattern before `*`; of equal ones the last.
 */
export function* keepColumns(
  relation: Relation,
  names: readonly NamePattern[],
  analysis: Analysis,
): Work<Relation> {
  const columns = new Map<string, ScopeColumn>();
  const ranks = new Map<string, number>();
  for (const name of names) {
    yield;
    const rank = name.literal ? 0 : name.pattern === '*' ? 2 : 1;
    for (const column of columnsOf(relation, name, analysis)) {
      const before = ranks.get(column.name);
      if (before !== undefined && before < rank) continue;
      ranks.set(column.name, rank);
      append(columns, column);
    }
  }
  return { node: relation.node, columns };
}

/** DROP: all but these columns. */
export function* dropColumns(
  relation: Relation,
  names: readonly NamePattern[],
  analysis: Analysis,
): Work<Relation> {
  const columns = new Map(relation.columns);
  for (const name of names) {
    yield;
    for (const column of columnsOf(relation, name, analysis)) columns.delete(column.name);
  }
  return { node: relation.node, columns };
}

function columnsOf(
  relation: Relation,
  { pattern, literal, place }: NamePattern,
  analysis: Analysis,
): readonly ScopeColumn[] {
  if (literal) {
    const scope = scopeOf(relation, analysis);
    const tree = { kind: 'name', name: pattern, place } as const;
    const found = noting(analysis, () => columnOf(tree, scope));
    // Later uses of the name must not report a second problem.
    return [found ?? { name: pattern, type: 'null', at: 0, broken: true }];
  }
  const matches = globMatcher(pattern);
  const found = [...relation.columns.values()].filter(({ name }) => matches(name));
  const isEmpty = pattern === '*' && relation.columns.size === 0;
  if (found.length === 0 && !isEmpty) {
    analysis.problems.push(new QueryProblem(place, `No matches found for pattern [${pattern}]`));
  }
  return found;
}
