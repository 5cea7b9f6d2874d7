import { at } from '../../base/assert.ts';
import type { Column } from '../../store/segment.ts';
import { plain } from '../map-key.ts';
import type { Cells, Scalar } from '../page.ts';
import { cellOf } from '../page.ts';

/** Returns a column's values for some documents. */
export function loadColumn(column: Column, docs: readonly number[]): Cells {
  const { starts } = column;
  return docs.map((doc) => {
    const first = at(starts, doc);
    const count = at(starts, doc + 1) - first;
    if (count === 1) return valueAt(column, first);
    return cellOf(Array.from({ length: count }, (_, nth) => valueAt(column, first + nth)));
  });
}

function valueAt(column: Column, place: number): Scalar {
  if (column.kind === 'ordinal') return column.terms.at(at(column.ordinals, place));
  const value = column.values[place] ?? 0;
  return typeof value === 'bigint' ? plain(value) : value;
}
