import { at } from '../base/assert.ts';
import type { Cells, Page } from '../plan/page.ts';
import type { ColumnType } from '../plan/column-type.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** One column of one page. */
export interface PageColumn {
  readonly column: OutputColumn;
  readonly page: Page;
  readonly at: number;
}

/** Returns the cells of a column. */
export function cellsOf({ page, at: column }: PageColumn): Cells {
  return at(page.columns, column);
}

/** Returns whether columns of a type have no values that can be shown. */
export function isHollow(type: ColumnType): boolean {
  return type === 'null' || type === 'unsupported';
}
