import type { NumericValues } from '../store/segment.ts';

/**
 * One value as stored in a column: boolean 0 or 1; integer, double and date (milliseconds) a number; long and
 * unsigned_long a number if it is a safe integer and otherwise a bigint; date_nanos a bigint or number of
 * nanoseconds; keyword, text and version a string; ip the 32 hexadecimal digits of `encodeIp`.
 */
export type Scalar = number | bigint | string;

interface BlockBase {
  readonly rows: number;
  /**
   * The values of row r are at `starts[r]` … `starts[r + 1] - 1`; a row without values is null. Undefined: one value in
   * each row.
   */
  readonly starts: Uint32Array | undefined;
}

/** Numbers, booleans and dates; a bigint array for date_nanos, or if a value is not a safe integer. */
export interface NumericBlock extends BlockBase {
  readonly kind: 'numeric';
  readonly values: NumericValues;
}

/** A dictionary of distinct strings. */
export interface Terms {
  readonly size: number;
  /** Returns the string with this number, 0 … size - 1. */
  readonly at: (ordinal: number) => string;
  /** Returns the number of a string, or -1 if it is not in the dictionary; absent if lookup is not supported. */
  readonly find?: (term: string) => number;
}

/** Strings as numbers into a dictionary that pages of the same segment share (compare it by identity). */
export interface OrdinalBlock extends BlockBase {
  readonly kind: 'ordinal';
  readonly ordinals: Uint32Array;
  readonly terms: Terms;
}

interface StringBlock extends BlockBase {
  readonly kind: 'string';
  readonly values: readonly string[];
}

/** The same values in every row; no values: null. */
export interface ConstantBlock {
  readonly kind: 'constant';
  readonly rows: number;
  readonly values: readonly Scalar[];
}

/** One column of a page. Immutable: typed arrays may be shared with a segment and are never written to. */
export type Block = NumericBlock | OrdinalBlock | StringBlock | ConstantBlock;

/** A batch of rows in columns. */
export interface Page {
  readonly rows: number;
  readonly blocks: readonly Block[];
}

/** Returns a block whose rows are all null. */
export function nullBlock(rows: number): ConstantBlock {
  return { kind: 'constant', rows, values: [] };
}

/** Returns the number of values of a row; 0 for null. */
export function countAt(block: Block, row: number): number {
  if (block.kind === 'constant') return block.values.length;
  if (block.starts === undefined) return 1;
  return block.starts[row + 1]! - block.starts[row]!;
}

/** Returns the value with index `nth` (from 0) of a row that has more than `nth` values. */
export function valueAt(block: Block, row: number, nth = 0): Scalar {
  if (block.kind === 'constant') return block.values[nth]!;
  const at = (block.starts === undefined ? row : block.starts[row]!) + nth;
  if (block.kind === 'ordinal') return block.terms.at(block.ordinals[at]!);
  return block.values[at]!;
}
