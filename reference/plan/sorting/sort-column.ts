import type { Block, Scalar } from '../block.ts';
import { countAt, valueAt } from '../block.ts';
import type { SortKey } from '../plan.ts';
import type { Compare } from '../values.ts';
import { comparerOf } from '../values.ts';

/** The order of one sort key. */
export interface KeyOrder {
  readonly compare: Compare;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/**
 * The values of one key, row by row: of several values the least if the order is ascending, else the greatest.
 */
export interface SortColumn {
  readonly values: readonly (Scalar | undefined)[];
}

/** Returns the order of a sort key. */
export function keyOrder({ value, descending, nullsFirst }: SortKey): KeyOrder {
  return { compare: comparerOf(value.type), descending, nullsFirst };
}

/** Converts the column of a key for comparison. */
export function sortColumn(block: Block, order: KeyOrder): SortColumn {
  const values = Array.from({ length: block.rows }, (_, row) => edgeOf(block, row, order));
  return { values };
}

/** Returns the value of a row that determines its position; undefined for null. */
export function edgeOf(
  block: Block,
  row: number,
  { compare, descending }: KeyOrder,
): Scalar | undefined {
  const count = countAt(block, row);
  if (count === 0) return undefined;
  let edge = valueAt(block, row);
  for (let nth = 1; nth < count; nth++) {
    const value = valueAt(block, row, nth);
    if (descending ? compare(value, edge) > 0 : compare(value, edge) < 0) edge = value;
  }
  return edge;
}

/** Compares two values by a key: below 0 if the first sorts before the second. */
export function compareKeys(
  a: Scalar | undefined,
  b: Scalar | undefined,
  { compare, descending, nullsFirst }: KeyOrder,
): number {
  if (a === undefined || b === undefined) {
    if (a === b) return 0;
    return (a === undefined) === nullsFirst ? -1 : 1;
  }
  return descending ? compare(b, a) : compare(a, b);
}

/** Takes the ranks of the rows by each key; returns a comparison of two rows in which ties keep their order. */
export function rowComparer(keys: readonly Float64Array[]): (a: number, b: number) => number {
  const [only] = keys;
  if (only !== undefined && keys.length === 1) {
    return (a, b) => only[a]! - only[b]! || a - b;
  }
  return (a, b) => {
    for (const ranks of keys) {
      const left = ranks[a]!;
      const right = ranks[b]!;
      if (left !== right) return left < right ? -1 : 1;
    }
    return a - b;
  };
}
