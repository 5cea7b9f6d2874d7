import { at } from '../../base/assert.ts';
import { isString } from '../../plan/column-type.ts';
import type { Chunk, WritableTable } from '../table-document.ts';
import type { LineOptions } from './write-lines.ts';
import { cellText, escapeControls } from './write-lines.ts';

const minWidth = 15;

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
    const text = cellText(type, options, 'null');
    // Only text can contain line ends.
    return isString(type) ? (cell: Parameters<typeof text>[0]) => escapeControls(text(cell)) : text;
  });
  const widths = names.map((name) => Math.max(minWidth, name.length));
  for (const row of rows) {
    for (const [nth, text] of texts.entries()) {
      widths[nth] = Math.max(at(widths, nth), text(row[nth] ?? null).length);
    }
    yield undefined;
  }
  const rule = `${widths.map((width) => '-'.repeat(width)).join('+')}\n`;
  const heading = line(names.map((name, nth) => centred(name, at(widths, nth)))) + rule;
  if (options.header) yield heading;
  for (const row of rows) {
    yield line(texts.map((text, nth) => text(row[nth] ?? null).padEnd(at(widths, nth))));
  }
}

function line(cells: readonly string[]): string {
  return `${cells.join('|')}\n`;
}

function centred(name: string, width: number): string {
  const left = Math.floor((width - name.length) / 2);
  return (' '.repeat(left) + name).padEnd(width);
}
