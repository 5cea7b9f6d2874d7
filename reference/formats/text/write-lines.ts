import type { Chunk, TableLayout, WritableTable } from '../table-document.ts';
import { cellText } from './cell-text.ts';

/** Approximate size of a chunk of a response, in characters. */
const pieceSize = 32 * 1024;

/** A format of lines. */
export interface LineFormat {
  /** Escapes a cell or the name of a column. */
  readonly escape: (cell: string) => string;
  /** Joins cells to a line, including its end. */
  readonly join: (cells: readonly string[]) => string;
  /** Text after the line with the column names. */
  readonly rule: string;
}

/** The layout of the table, and whether the column names are written. */
export interface LineOptions extends TableLayout {
  readonly header: boolean;
}

/** Writes a table in a format of lines: the column names, then each row; yields it in chunks. */
export function* writeLines(
  { columns, pages }: WritableTable,
  { escape, join, rule }: LineFormat,
  options: LineOptions,
): Generator<Chunk, void, void> {
  if (columns.length === 0) return;
  let text = options.header ? join(columns.map(({ name }) => escape(name))) + rule : '';
  for (const page of pages) {
    const cells = columns.map((column, at) => cellText({ column, page, at }, options, ''));
    for (let row = 0; row < page.rows; row++) {
      text += join(cells.map((cell) => escape(cell(row))));
      if (text.length >= pieceSize) {
        yield text;
        text = '';
      }
    }
    yield undefined;
  }
  yield text;
}
