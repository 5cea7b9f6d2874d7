import type { Cells, Page, Scalar } from './page.ts';
import type { ValueType } from './column-type.ts';
import type { Span } from '../base/dates/intervals.ts';
import type { SourceLocation } from './syntax.ts';

/** The context that functions may depend on besides their operands; the same for a whole query. */
export interface Evaluation {
  readonly now_ms: number;
  /** Time zone in which dates are computed: an offset or an id. */
  readonly zone: string;
  /** Language tag for names of months and days. */
  readonly locale: string;
  /** Warns that a row could not be computed and became null; at most 20 warnings per location are kept. */
  readonly warn: (place: SourceLocation, problem: EvaluationProblem) => void;
  /** Returns true once others wait for the end of the turn; absent: there are no turns. */
  readonly isDue?: () => boolean;
  /** The warnings so far as texts for the `Warning` header; see `startEvaluation`. */
  readonly warnings?: () => readonly string[];
}

/** Why a row became null, as reported in the `Warning` header. */
export interface EvaluationProblem {
  /** For example `java.lang.IllegalArgumentException` or `java.lang.ArithmeticException`. */
  readonly type: string;
  readonly reason: string;
}

/** Work that pauses (`yield`) when `isDue` says so, and returns a column. */
export type CellsInTurns = Generator<undefined, Cells, void>;

/** Takes the columns of the operands; returns that of the results. It pauses between rows. */
export type ApplyCall = (operands: readonly Cells[], call: CallContext) => CellsInTurns;

/** The context of the evaluation of a call over one page. */
export interface CallContext {
  readonly rows: number;
  readonly evaluation: Evaluation;
  readonly place: SourceLocation;
}

interface Typed {
  readonly type: ValueType;
  readonly place: SourceLocation;
}

/** A column of the input, by its position. */
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
  readonly name: string;
  readonly operands: readonly Expression[];
  /** Returns the column of results for a page. */
  readonly compute: (page: Page, evaluation: Evaluation) => CellsInTurns;
}

/** An expression whose names and types are known. */
export type Expression = ColumnExpression | ConstantExpression | CallExpression;

/** A call to resolve; its operands are already resolved. */
export interface CallSite {
  readonly name: string;
  readonly place: SourceLocation;
  readonly operands: readonly Expression[];
  /** Operands that are passed by name. */
  readonly options?: ReadonlyMap<string, Expression>;
}

/** A problem that the analysis found in a query; the analysis reports all of them together. */
export class QueryProblem extends Error {
  override readonly name = 'QueryProblem';
  readonly place: SourceLocation;

  constructor(place: SourceLocation, reason: string) {
    super(reason);
    this.place = place;
  }
}
