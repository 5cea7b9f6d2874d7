import type { Cell, Cells, Page } from '../page.ts';
import { isList, takeRows, unread, valuesOf } from '../page.ts';
import { pageBytes } from '../page-bytes.ts';
import type { ExpandNode } from '../plan.ts';
import type { NodeContext, Pages } from './run.ts';

/** Maximum number of values in the lists that are repeated in a page: what reads them takes as long as with copies. */
const maxRepeated = 2 ** 18;

/**
 * One row for each value of a column, the other columns repeated; a null remains one row. Rows are created on demand,
 * so that the product of several expanded columns is never in memory as a whole.
 */
export function* expandPages({ at }: ExpandNode, input: Pages, context: NodeContext): Pages {
  const { run } = context;
  for (const page of input) {
    const cells = page?.columns[at];
    if (page === undefined || cells === undefined || !cells.some(isList)) {
      yield page;
      continue;
    }
    for (const made of expanded(page, { ...context, at, cells })) {
      const bytes = pageBytes(made);
      run.reserve(bytes);
      yield made;
      run.reserve(-bytes);
      if (run.stopped) return;
    }
  }
}

interface Expansion extends NodeContext {
  readonly at: number;
  /** The expanded column. */
  readonly cells: Cells;
}

function* expanded(page: Page, { at, cells, run, used }: Expansion): Generator<Page, void> {
  const others = page.columns.map((column, place) =>
    place === at || used?.has(place) === false ? unread : column,
  );
  let rows: number[] = [];
  let values: Cell[] = [];
  let repeated = 0;
  const finish = (): Page => {
    run.countRows(repeated);
    const columns = others.map((column, place) => (place === at ? values : takeRows(column, rows)));
    const made = { rows: rows.length, columns };
    [rows, values, repeated] = [[], [], 0];
    return made;
  };
  for (const [row, cell] of cells.entries()) {
    const lengths = others.map((column) => (isList(column[row]) ? column[row].length : 0));
    const more = lengths.reduce((sum, length) => sum + length, 0);
    for (const value of cell === null ? [null] : valuesOf(cell)) {
      const isFull = rows.length >= run.pageRows || repeated + more > maxRepeated;
      if (isFull && rows.length > 0) yield finish();
      rows.push(row);
      values.push(value);
      repeated += more;
    }
  }
  if (rows.length > 0) yield finish();
}
