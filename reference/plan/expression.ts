import type { Work } from '../base/work.ts';
import type { Span } from '../base/dates/intervals.ts';
import type { Cell, Scalar } from './cells.ts';
import { cellOf } from './cells.ts';
import type { ValueType } from './column-type.ts';
import type { Row } from './row.ts';
import type { CallTree, SourceLocation } from './syntax.ts';

/** The context that functions may depend on besides their operands; the same for a whole query. */
export interface Evaluation {
  readonly now_ms: number;
  /** Time zone in which dates are computed: an offset or an id. */
  readonly zone: string;
  /** Language tag for names of months and days. */
  readonly locale: string;
  /** Warns that a value could not be computed and became null; at most 20 warnings per location are kept. */
  readonly warn: (place: SourceLocation, problem: EvaluationProblem) => void;
  /** Returns whether a call must pause: each pause passes through all calls and steps around it. */
  readonly isDue: () => boolean;
}

/** Why a value became null, as reported in the `Warning` header. */
export interface EvaluationProblem {
  /** For example `java.lang.IllegalArgumentException` or `java.lang.ArithmeticException`. */
  readonly type: string;
  readonly reason: string;
}

interface Typed {
  readonly type: ValueType;
  readonly place: SourceLocation;
}

/** A column of the input, by the number of its slot. */
export interface ColumnExpression extends Typed {
  readonly kind: 'column';
  readonly at: number;
}

/** The same values in every row: an empty list for null, several values for a multi-value. */
export interface ConstantExpression extends Typed {
  readonly kind: 'constant';
  readonly values: readonly Scalar[];
  readonly span?: Span;
}

/** A call of a function or operator. */
export interface CallExpression extends Typed {
  readonly kind: 'call';
  readonly operands: readonly Expression[];
  /** Returns the result for a row, in steps. */
  readonly compute: (row: Row, evaluation: Evaluation) => Work<Cell>;
}

/** An expression whose names and types are known. */
export type Expression = ColumnExpression | ConstantExpression | CallExpression;

/** A call to resolve; its operands are already resolved. */
export interface CallSite {
  readonly name: string;
  readonly place: SourceLocation;
  readonly operands: readonly Expression[];
  readonly options?: CallTree['options'];
}

/** Returns the value of a column or constant in a row. */
export function readCell(expression: ColumnExpression | ConstantExpression, row: Row): Cell {
  return expression.kind === 'column' ? row.get(expression.at) : cellOf(expression.values);
}

/** Returns the value of an expression in a row, in steps; null, with a warning, if it cannot be computed. */
export function* evaluate(expression: Expression, row: Row, evaluation: Evaluation): Work<Cell> {
  if (expression.kind !== 'call') return readCell(expression, row);
  return yield* expression.compute(row, evaluation);
}

/** A problem in the text of a query or statement. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem';
  readonly place: SourceLocation;

  constructor(place: SourceLocation, reason: string) {
    super(reason);
    this.place = place;
  }
}

/** Returns a problem with its line and column. */
export function problemText({ place, message }: QueryProblem): string {
  return `line ${place.line}:${place.column}: ${message}`;
}
