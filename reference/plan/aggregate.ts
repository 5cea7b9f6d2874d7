import type { Block } from './block.ts';
import type { ColumnType } from './column-type.ts';
import type { Evaluation, Expression } from './expression.ts';

/**
 * Rows that are added to an aggregate: entry i is row `rows[i]` (undefined: i itself) of the operands, for group
 * `groups[i]`.
 */
export interface AggregateInput {
  readonly count: number;
  readonly groups: Uint32Array;
  /** All of `groups` are below it. */
  readonly groupCount: number;
  readonly rows: Uint32Array | undefined;
  readonly operands: readonly Block[];
}

/** The state of one aggregate over all groups; groups are numbered from 0 in the order in which they appear. */
export interface Accumulator {
  add(input: AggregateInput): void;
  /** One row for each group `from` … `to` - 1; a group without values shows the result of an empty set. */
  finish(from: number, to: number): Block;
  /** Estimated memory in bytes. */
  bytes(): number;
}

/** An aggregate whose operands have types. */
export interface AggregateCall {
  readonly name: string;
  readonly type: ColumnType;
  /** Evaluated for each page; constants among them (the percentile) are constant blocks. */
  readonly operands: readonly Expression[];
  /** Only rows for which it is true are added. */
  readonly where: Expression | undefined;
  /** Warnings, such as an overflow, go to the evaluation. */
  readonly create: (evaluation: Evaluation) => Accumulator;
}
