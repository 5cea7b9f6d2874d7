import { at } from '../base/assert.ts';
import type { Block, Page } from '../plan/block.ts';
import type { ColumnType } from '../plan/column-type.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** One column of one page. */
export interface PageColumn {
  readonly column: OutputColumn;
  readonly page: Page;
  readonly at: number;
}

/** Returns the block of a column. */
export function blockOf({ page, at: column }: PageColumn): Block {
  return at(page.blocks, column);
}

/** Returns whether columns of a type have no values that can be shown. */
export function isHollow(type: ColumnType): boolean {
  return type === 'null' || type === 'unsupported';
}
