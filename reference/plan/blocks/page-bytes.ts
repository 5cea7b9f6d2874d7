import type { Block, Page } from '../block.ts';

/** Returns the estimated memory of a page in bytes; dictionaries are shared and not counted. */
export function pageBytes(page: Page): number {
  return page.blocks.reduce((sum, block) => sum + blockBytes(block), 64);
}

/** Like `pageBytes`, for one block. */
export function blockBytes(block: Block): number {
  if (block.kind === 'constant') return 32;
  const starts = block.starts === undefined ? 0 : block.starts.byteLength;
  switch (block.kind) {
    case 'numeric':
      return 96 + starts + block.values.byteLength;
    case 'ordinal':
      return 96 + starts + block.ordinals.byteLength;
    case 'string':
      return block.values.reduce((sum, { length }) => sum + 24 + length, 96 + starts);
    default:
      return block satisfies never;
  }
}
