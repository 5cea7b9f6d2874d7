import { ServiceError } from '../../base/service-error.ts';
import type { ColumnType } from '../column-type.ts';
import type { ColumnExpression, Evaluation, Expression } from '../expression.ts';
import type { QueryProblem } from '../expression.ts';
import { problemText } from '../expression.ts';
import type { PlanStep } from '../plan.ts';
import type { SourceSchema } from '../source/source-schema.ts';
import type { ExpressionTree, SourceLocation } from '../syntax.ts';

/** A column that commands can refer to by name. */
export interface ScopeColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** The slot with its values; rows can have slots that no name refers to. */
  readonly at: number;
  /** The index field whose values it shows. */
  readonly field?: string;
}

/** Columns by their names, in the order in which they are shown. */
export type Columns = ReadonlyMap<string, ScopeColumn>;

/** The result of the commands so far: their steps and columns. */
export interface Relation {
  readonly steps: readonly PlanStep[];
  readonly columns: Columns;
}

/** The state of the analysis of one query. */
export interface Analysis {
  readonly schema: SourceSchema;
  readonly evaluation: Evaluation;
  /** Number of slots so far. */
  slots: number;
}

/** Returns the number of a new slot. */
export function newSlot(analysis: Analysis): number {
  return analysis.slots++;
}

/** The names and calls that an expression may use. */
export interface Scope {
  readonly analysis: Analysis;
  readonly columns: Columns;
  /** The aggregates of STATS, and the columns that replace them. */
  readonly replaced?: ReadonlyMap<ExpressionTree, Expression>;
  /** True in the BY of STATS, which may use grouping functions such as `bucket`. */
  readonly grouping?: boolean;
  /** Returns the message for a name that was available before this command but no longer is. */
  readonly refusal?: (name: string) => string | undefined;
}

/** Returns the scope of a relation. */
export function scopeOf({ columns }: Relation, analysis: Analysis): Scope {
  return { analysis, columns };
}

/** Returns a relation with one more step, unless that would compute nothing. */
export function withStep(before: Relation, step: PlanStep): Relation {
  const isEmpty = step.kind === 'extend' && step.values.length === 0;
  return isEmpty ? before : { ...before, steps: [...before.steps, step] };
}

/** Returns an expression for the values of a slot. */
export function columnAt(at: number, type: ColumnType, place: SourceLocation): ColumnExpression {
  return { kind: 'column', at, type, place };
}

/** Appends columns to others; of several columns with one name only the last is kept. */
export function withColumns(columns: Columns, added: readonly ScopeColumn[]): Columns {
  const all = new Map(columns);
  for (const column of added) append(all, column);
  return all;
}

/** Adds a column as the last one; it replaces a column with its name. */
export function append(columns: Map<string, ScopeColumn>, column: ScopeColumn): void {
  columns.delete(column.name);
  columns.set(column.name, column);
}

/** No columns. */
export const noColumns: Columns = new Map();

/**
 * Returns the error for a query with a problem.
 *
 * query.unknown-names.
 */
export function verificationRefusal(problem: QueryProblem): ServiceError {
  const reason = `Found 1 problem\n${problemText(problem)}`;
  return new ServiceError('verification_exception', reason);
}
