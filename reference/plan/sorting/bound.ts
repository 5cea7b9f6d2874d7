import type { Block, Page, Scalar } from '../block.ts';
import type { KeyOrder } from './sort-column.ts';
import { compareKeys, edgeOf } from './sort-column.ts';

/** The last row needed so far: rows that sort after it by their first key can be ignored. */
export interface Bound {
  readonly first: Scalar | undefined;
  /** True if a row with the same first key may still sort before it. */
  readonly keepsTies: boolean;
}

/** Takes the rows needed so far, in order; returns the bound for further rows. */
export function boundOf(page: Page, keyAt: number, orders: readonly KeyOrder[]): Bound | undefined {
  const [order] = orders;
  const block = page.blocks[keyAt];
  if (order === undefined || block === undefined || page.rows === 0) return undefined;
  return { first: edgeOf(block, page.rows - 1, order), keepsTies: orders.length > 1 };
}

/** Takes a column of first keys; returns the rows that may sort before a bound. */
export function rowsWithin(
  block: Block,
  { first, keepsTies }: Bound,
  order: KeyOrder,
): Uint32Array {
  const chosen = new Uint32Array(block.rows);
  let count = 0;
  for (let row = 0; row < block.rows; row++) {
    const difference = compareKeys(edgeOf(block, row, order), first, order);
    if (difference < 0 || (keepsTies && difference === 0)) chosen[count++] = row;
  }
  return chosen.subarray(0, count);
}
