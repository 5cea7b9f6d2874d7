import { valuesOf } from '../../plan/page.ts';
import { textOf } from '../../plan/values.ts';
import type { PageColumn } from '../page-column.ts';
import { cellsOf, isHollow } from '../page-column.ts';
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
  const cells = cellsOf(place);
  const { type } = place.column;
  if (isHollow(type)) return () => missing;
  return (row) => {
    const texts = valuesOf(cells[row]).map((value) => textOf(value, type, layout));
    return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? missing);
  };
}
