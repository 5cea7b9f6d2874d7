import { at } from '../../base/assert.ts';
import { isString } from '../../plan/column-type.ts';
import type { PageColumn } from '../page-column.ts';
import type { Chunk, WritableTable } from '../table-document.ts';
import { cellText } from './cell-text.ts';
import { escapeControls } from './line-formats.ts';
import type { LineOptions } from './write-lines.ts';

const minWidth = 15;

/** Approximate size of a chunk of a response, in characters. */
const pieceSize = 32 * 1024;

/** Number of rows that are measured before yielding to the event loop. */
const stride = 1024;

/**
 * Writes a table as txt: each column is as wide as its widest cell or its name, and at least 15 characters; names are
 * centred above a rule, cells are left-aligned. Reads all rows before the first line, because it needs the widths.
 *
 * query-formats.txt-table, sql.format-txt.
 */
export function* writeTextTable(
  table: WritableTable,
  options: LineOptions,
): Generator<Chunk, void, void> {
  if (table.columns.length === 0) return;
  const widths = table.columns.map(({ name }) => Math.max(minWidth, escapeControls(name).length));
  for (const cells of rowsOf(table, options)) {
    if (cells === undefined) yield undefined;
    else widen(widths, cells);
  }
  let text = options.header ? heading(table, widths) : '';
  for (const cells of rowsOf(table, options)) {
    if (cells !== undefined)
      text += line(cells.map((cell, index) => cell.padEnd(at(widths, index))));
    if (text.length >= pieceSize) {
      yield text;
      text = '';
    }
  }
  yield text;
}

function widen(widths: number[], cells: readonly string[]): void {
  for (const [index, cell] of cells.entries()) {
    if (cell.length > at(widths, index)) widths[index] = cell.length;
  }
}

/** Yields the cells of each row, and undefined from time to time to yield to the event loop. */
function* rowsOf(
  { columns, pages }: WritableTable,
  options: LineOptions,
): Generator<readonly string[] | undefined, void, void> {
  for (const page of pages) {
    const cells = columns.map((column, at) => lineText({ column, page, at }, options));
    for (let row = 0; row < page.rows; row++) {
      if (row % stride === 0) yield undefined;
      yield cells.map((cell) => cell(row));
    }
  }
}

/** Returns a function that formats a cell in one line; only text can contain line ends. */
function lineText(place: PageColumn, options: LineOptions): (row: number) => string {
  const cell = cellText(place, options, 'null');
  return isString(place.column.type) ? (row) => escapeControls(cell(row)) : cell;
}

function heading({ columns }: WritableTable, widths: readonly number[]): string {
  const names = columns.map(({ name }, index) => centred(escapeControls(name), at(widths, index)));
  return line(names) + `${widths.map((width) => '-'.repeat(width)).join('+')}\n`;
}

function line(cells: readonly string[]): string {
  return `${cells.join('|')}\n`;
}

function centred(name: string, width: number): string {
  const left = Math.floor((width - name.length) / 2);
  return (' '.repeat(left) + name).padEnd(width);
}
