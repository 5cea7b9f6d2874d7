import { at } from '../../base/assert.ts';
import type { Cell } from '../../plan/cells.ts';
import { refuse } from '../../base/service-error.ts';
import { isString } from '../../plan/column-type.ts';
import type { Chunk, WritableTable } from '../table-document.ts';
import type { LineOptions } from './write-lines.ts';
import { cellParts, escapeControls, shortParts } from './write-lines.ts';

const minWidth = 15;

/** The most characters of a line, of which each is as long as the widest cells of all. */
const maxLine = 4_000_000;

const blanks = ' '.repeat(4096);

/**
 * Writes a table as txt: each column is as wide as its widest cell or its name, and at least 15 characters; names are
 * centred above a rule, cells are left-aligned. Reads all rows before the first line, because it needs the widths.
 *
 * query-formats.txt-table, sql.format-txt.
 */
export function* writeTextTable(
  { columns, rows }: WritableTable,
  options: LineOptions,
): Generator<Chunk, void, void> {
  if (columns.length === 0) return;
  const names = columns.map(({ name }) => escapeControls(name));
  const texts = columns.map(({ type }) => {
    const parts = cellParts(type, options, 'null');
    if (!isString(type)) return parts;
    // Only text can be long, and contain line ends.
    return (cell: Cell) => parts(cell).flatMap(shortParts);
  });
  const widths = names.map((name) => Math.max(minWidth, name.length));
  for (const row of rows) {
    for (const [nth, text] of texts.entries()) {
      let width = 0;
      for (const part of text(row[nth] ?? null)) {
        width += escapeControls(part).length;
        yield undefined;
      }
      widths[nth] = Math.max(at(widths, nth), width);
    }
  }
  if (widths.reduce((sum, width) => sum + width, 0) > maxLine) {
    refuse(`[txt] has at most [${maxLine}] characters in a line; use another format`);
  }
  const rule = `${widths.map((width) => '-'.repeat(width)).join('+')}\n`;
  const heading = line(names.map((name, nth) => centred(name, at(widths, nth)))) + rule;
  if (options.header) yield heading;
  for (const row of rows) {
    for (const [nth, text] of texts.entries()) {
      if (nth > 0) yield '|';
      yield* padded(text(row[nth] ?? null), at(widths, nth));
    }
    yield '\n';
  }
}

/** Writes a cell in pieces, with blanks up to a width. */
function* padded(parts: readonly string[], width: number): Generator<string, void, void> {
  let left = width;
  for (const part of parts) {
    const text = escapeControls(part);
    left -= text.length;
    yield text;
  }
  for (; left > 0; left -= blanks.length) yield blanks.slice(0, left);
}

function line(cells: readonly string[]): string {
  return `${cells.join('|')}\n`;
}

function centred(name: string, width: number): string {
  const left = Math.floor((width - name.length) / 2);
  return (' '.repeat(left) + name).padEnd(width);
}
