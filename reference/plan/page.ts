/**
 * One value as stored in a column: boolean 0 or 1; integer, double and date (milliseconds) a number; long and
 * unsigned_long a number if it is a safe integer and otherwise a bigint; date_nanos a bigint or number of
 * nanoseconds; keyword and text a string; ip the 32 hexadecimal digits of `encodeIp`.
 */
export type Scalar = number | bigint | string;

/** What a row has in a column: one value, a list of at least two, or null. */
export type Cell = Scalar | readonly Scalar[] | null;

/** One column of a page: a cell for each row. */
export type Cells = readonly Cell[];

/** A batch of rows in columns. */
export interface Page {
  readonly rows: number;
  readonly columns: readonly Cells[];
}

/** Takes the place of a column that nothing reads. */
export const unread: Cells = [];

/** Returns whether a row has several values. */
export function isList(cell: Cell | undefined): cell is readonly Scalar[] {
  return typeof cell === 'object' && cell !== null;
}

/** Returns the values of a row; an empty list for null. */
export function valuesOf(cell: Cell | undefined): readonly Scalar[] {
  if (cell === null || cell === undefined) return [];
  return isList(cell) ? cell : [cell];
}

/** Returns the cell with these values. */
export function cellOf(values: readonly Scalar[]): Cell {
  return values.length > 1 ? values : (values[0] ?? null);
}

/** Returns a column in which every row has the same values. */
export function repeated(cell: Cell, rows: number): Cells {
  return Array.from({ length: rows }, () => cell);
}

/** Returns the rows with these numbers, in this order; a number may occur more than once. */
export function takeRows(cells: Cells, rows: readonly number[]): Cells {
  return cells === unread ? unread : rows.map((row) => cells[row] ?? null);
}

/** Returns rows `from` … `to` - 1 of a page. */
export function slicePage(page: Page, from: number, to: number): Page {
  if (from === 0 && to === page.rows) return page;
  return { rows: to - from, columns: page.columns.map((cells) => cells.slice(from, to)) };
}

/** Yields a page in parts of at most `most` rows. */
export function* partsOfPage(page: Page, most: number): Generator<Page, void> {
  for (let from = 0; from < page.rows; from += most) {
    yield slicePage(page, from, Math.min(page.rows, from + most));
  }
}
