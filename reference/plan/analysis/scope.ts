import type { ColumnType } from '../column-type.ts';
import type { ColumnExpression, Evaluation, Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { PlanNode } from '../plan.ts';
import type { SourceSchema } from '../source.ts';
import type { ExpressionTree, SourceLocation } from '../syntax.ts';

/** A column that a command can name. */
export interface ScopeColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** Its place in the pages of the node; nodes carry more columns than can be named. */
  readonly at: number;
  /** The field of the indices whose values it shows. */
  readonly field?: string;
  /** True if the problem of its definition is already reported: nothing more is reported for it. */
  readonly broken?: boolean;
}

/** What the commands so far give: a node, and its columns in the order in which they are shown. */
export interface Relation {
  readonly node: PlanNode;
  readonly columns: readonly ScopeColumn[];
}

/** One analysis of one query. */
export interface Analysis {
  readonly schema: SourceSchema;
  readonly evaluation: Evaluation;
  /** Problems found so far. */
  readonly problems: QueryProblem[];
}

/** What names and calls in an expression may be. */
export interface Scope {
  readonly analysis: Analysis;
  readonly columns: ReadonlyMap<string, ScopeColumn>;
  /** Calls that were computed before (aggregates, full-text matches) and what stands for them. */
  readonly replaced?: ReadonlyMap<ExpressionTree, Expression | undefined>;
  /** True in the BY of STATS, where rows may be put in buckets. */
  readonly grouping?: boolean;
  /** Returns the message for a name that a previous command had and this one no longer has. */
  readonly refusal?: (name: string) => string | undefined;
}

/** Returns the columns of a relation by name; of several with one name the last counts. */
export function scopeOf(relation: Relation, analysis: Analysis): Scope {
  return { analysis, columns: new Map(relation.columns.map((column) => [column.name, column])) };
}

/** Returns the column of a page as an expression. */
export function columnAt(at: number, type: ColumnType, place: SourceLocation): ColumnExpression {
  return { kind: 'column', at, type, place };
}

/** Returns columns with others after them; a name that comes again is only kept if it comes last. */
export function withColumns(
  columns: readonly ScopeColumn[],
  added: readonly ScopeColumn[],
): readonly ScopeColumn[] {
  const all = [...columns, ...added];
  const last = new Map(all.map(({ name }, at) => [name, at]));
  return all.filter(({ name }, at) => last.get(name) === at);
}

/** Runs a part of the analysis; a QueryProblem that it throws is recorded, and the result is undefined. */
export function noting<T>({ problems }: Analysis, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    problems.push(error);
    return undefined;
  }
}
