import type { Column } from '../../store/segment.ts';
import { plain } from '../map-key.ts';
import type { Cells } from '../page.ts';
import { cellOf } from '../page.ts';

/** Returns a column's values for some documents. */
export function loadColumn(column: Column, docs: readonly number[]): Cells {
  return docs.map((doc) => {
    const values = column[doc] ?? [];
    return cellOf(values.map((value) => (typeof value === 'bigint' ? plain(value) : value)));
  });
}
