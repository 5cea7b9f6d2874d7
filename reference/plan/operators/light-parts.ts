import type { Cell, Page } from '../page.ts';
import { isList, slicePage } from '../page.ts';
import type { Run } from './run.ts';

/** Maximum number of values in the repeated lists of a page: what reads them takes as long as with copies. */
const maxRepeated = 2 ** 18;

/**
 * Yields a page in parts whose lists have few values, or which have one row. The values
 * count as rows, because the lists are repeated in many rows.
 */
export function* lightParts(page: Page, run: Run): Generator<Page, void> {
  let from = 0;
  let values = 0;
  for (let row = 0; row < page.rows; row++) {
    const more = page.columns.reduce((sum, column) => sum + listLength(column[row]), 0);
    if (row > from && values + more > maxRepeated) {
      run.countRows(values);
      yield slicePage(page, from, row);
      [from, values] = [row, 0];
    }
    values += more;
  }
  run.countRows(values);
  yield slicePage(page, from, page.rows);
}

function listLength(cell: Cell | undefined): number {
  return isList(cell) ? cell.length : 0;
}
