import type { Block } from './block.ts';
import type { ColumnType } from './column-type.ts';
import type { Evaluation, Expression } from './expression.ts';

/**
 * The rows to add to an aggregate: entry i is row `rows[i]` of the operands (row i if `rows` is undefined), for group
 * `groups[i]`.
 */
export interface AggregateInput {
  readonly count: number;
  readonly groups: Uint32Array;
  /** Number of groups; every entry of `groups` is smaller. */
  readonly groupCount: number;
  readonly rows: Uint32Array | undefined;
  readonly operands: readonly Block[];
}

/** The state of one aggregate over all groups; groups are numbered from 0 in the order in which they appear. */
export interface Accumulator {
  add(input: AggregateInput): void;
  /** Returns one row for each group `from` … `to` - 1; a group without values has the result of an empty set. */
  finish(from: number, to: number): Block;
  /** Estimated memory in bytes. */
  bytes(): number;
}

/** An aggregate whose operands have types. */
export interface AggregateCall {
  readonly name: string;
  readonly type: ColumnType;
  /** Evaluated for each page; a constant operand, such as the percentile, becomes a constant block. */
  readonly operands: readonly Expression[];
  /** Only rows for which this condition is true are added. */
  readonly where: Expression | undefined;
  /** Returns an empty accumulator; it reports warnings, such as an overflow, to the evaluation. */
  readonly create: (evaluation: Evaluation) => Accumulator;
}
