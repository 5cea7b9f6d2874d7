import type { ColumnType } from './column-type.ts';
import type { Evaluation, Expression } from './expression.ts';
import type { Cell } from './page.ts';

/** The state of one aggregate over one group. */
export interface Accumulator {
  /** Adds a row: the cells of the operands, of which there are at most two. */
  readonly add: (first: Cell, second: Cell) => void;
  /** Returns the result for the rows so far. */
  readonly result: () => Cell;
}

/** What an aggregate depends on besides its rows. */
export interface AggregateContext {
  /** Receives warnings, such as an overflow. */
  readonly evaluation: Evaluation;
  /** Reserves memory, in bytes, for values that the state keeps. */
  readonly reserve: (bytes: number) => void;
}

/** An aggregate whose operands have types. */
export interface AggregateCall {
  readonly name: string;
  readonly type: ColumnType;
  /** Evaluated for each page. */
  readonly operands: readonly Expression[];
  /** Only rows for which this condition is true are added. */
  readonly where: Expression | undefined;
  /** Returns the state of a group without rows. */
  readonly create: (context: AggregateContext) => Accumulator;
}
