import { globMatcher } from '../../../base/wildcard.ts';
import { QueryProblem } from '../../expression.ts';
import type { NamePattern } from '../../syntax.ts';
import { columnOf } from '../resolve-expression.ts';
import type { Analysis, Relation, ScopeColumn } from '../scope.ts';
import { noting, scopeOf } from '../scope.ts';

/**
 * KEEP: only these columns, in the order in which they are named. A column that several patterns match is placed by the
 * most specific one: its own name before a pattern with stars, such a pattern before `*`; of equal ones the last.
 */
export function keepColumns(
  relation: Relation,
  names: readonly NamePattern[],
  analysis: Analysis,
): Relation {
  const rankOf = new Map<ScopeColumn, number>();
  for (const name of names) {
    const rank = name.literal ? 0 : name.pattern === '*' ? 2 : 1;
    for (const column of columnsOf(relation, name, analysis)) {
      const before = rankOf.get(column);
      if (before !== undefined && before < rank) continue;
      rankOf.delete(column);
      rankOf.set(column, rank);
    }
  }
  return { node: relation.node, columns: [...rankOf.keys()] };
}

/** DROP: all but these columns. */
export function dropColumns(
  relation: Relation,
  names: readonly NamePattern[],
  analysis: Analysis,
): Relation {
  const dropped = new Set(names.flatMap((name) => columnsOf(relation, name, analysis)));
  return {
    node: relation.node,
    columns: relation.columns.filter((column) => !dropped.has(column)),
  };
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
  const found = relation.columns.filter(({ name }) => matches(name));
  const isEmpty = pattern === '*' && relation.columns.length === 0;
  if (found.length === 0 && !isEmpty) {
    analysis.problems.push(new QueryProblem(place, `No matches found for pattern [${pattern}]`));
  }
  return found;
}
