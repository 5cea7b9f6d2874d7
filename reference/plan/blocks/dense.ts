import type { Block } from '../block.ts';

/** Returns the doubles of a block in which each row has exactly one; undefined for other blocks. */
export function denseDoubles(block: Block | undefined): Float64Array | undefined {
  if (block?.kind !== 'numeric' || block.starts !== undefined) return undefined;
  return block.values instanceof Float64Array ? block.values : undefined;
}
