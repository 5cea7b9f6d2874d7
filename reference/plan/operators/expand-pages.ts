import type { Cell, Cells, Page } from '../page.ts';
import { isList, takeRows, unread, valuesOf } from '../page.ts';
import { pageBytes } from '../page-bytes.ts';
import type { ExpandNode } from '../plan.ts';
import { lightParts } from './light-parts.ts';
import type { NodeContext, Pages, Run } from './run.ts';

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
      yield* heldParts(made, run);
      if (run.stopped) return;
    }
  }
}

function* heldParts(page: Page, run: Run): Pages {
  for (const part of lightParts(page, run)) {
    const bytes = pageBytes(part);
    run.reserve(bytes);
    yield part;
    run.reserve(-bytes);
    if (run.stopped) return;
  }
}

interface Expansion extends NodeContext {
  readonly at: number;
  /** The expanded column. */
  readonly cells: Cells;
}

function* expanded(page: Page, { at, cells, run, used }: Expansion): Generator<Page, void> {
  let rows: number[] = [];
  let values: Cell[] = [];
  const finish = (): Page => {
    const columns = page.columns.map((column, place) => {
      if (place === at) return values;
      return used?.has(place) === false ? unread : takeRows(column, rows);
    });
    const made = { rows: rows.length, columns };
    [rows, values] = [[], []];
    return made;
  };
  for (const [row, cell] of cells.entries()) {
    for (const value of cell === null ? [null] : valuesOf(cell)) {
      rows.push(row);
      values.push(value);
      if (rows.length >= run.pageRows) yield finish();
    }
  }
  if (rows.length > 0) yield finish();
}
