import { countAt, valueAt } from '../../plan/block.ts';
import { textOf } from '../../plan/values.ts';
import type { PageColumn } from '../page-column.ts';
import { blockOf, isHollow } from '../page-column.ts';
import type { TableLayout } from '../table-document.ts';

/**
 * Returns a function that formats the value of a row as text: several as `[a, b]`, a missing one as `missing`.
 *
 * query-formats.text-details, query.time-zone-per-format, query.time-zone-keeps-the-moment,
 * query.time-zone-keeps-the-moment-in-md.
 */
export function cellText(
  place: PageColumn,
  layout: TableLayout,
  missing: string,
): (row: number) => string {
  const block = blockOf(place);
  const { type } = place.column;
  if (isHollow(type)) return () => missing;
  return (row) => {
    const count = countAt(block, row);
    if (count === 0) return missing;
    if (count === 1) return textOf(valueAt(block, row), type, layout);
    const texts: string[] = [];
    for (let nth = 0; nth < count; nth++)
      texts.push(textOf(valueAt(block, row, nth), type, layout));
    return `[${texts.join(', ')}]`;
  };
}
