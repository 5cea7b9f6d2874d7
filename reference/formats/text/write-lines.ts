import type { Chunk, TableLayout, WritableTable } from '../table-document.ts';
import { cellText } from './cell-text.ts';

/** Approximate size of a piece of a response, in characters. */
const pieceSize = 32 * 1024;

/** What one format of lines does with cells. */
export interface LineFormat {
  /** Returns a cell, or the name of a column, as it stands in a line. */
  readonly escape: (cell: string) => string;
  /** Puts cells together to a line, with its end. */
  readonly join: (cells: readonly string[]) => string;
  /** Lines below the names of the columns. */
  readonly rule: string;
}

export interface LineOptions extends TableLayout {
  readonly header: boolean;
}

/** Takes a table and a format of lines; returns the lines bit by bit: the names of the columns, then each row. */
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
