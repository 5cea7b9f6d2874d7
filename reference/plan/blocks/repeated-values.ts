import type { Block } from '../block.ts';
import { countAt } from '../block.ts';

/** Returns how many values are copied if this row of the blocks is repeated; rows of single values do not count. */
export function repeatedValues(blocks: readonly Block[], row: number): number {
  let sum = 0;
  for (const block of blocks) {
    if (block.kind !== 'constant' && block.starts !== undefined) sum += countAt(block, row);
  }
  return sum;
}
