import { at } from '../../base/assert.ts';
import { refuse } from '../../base/service-error.ts';
import { isString } from '../../plan/column-type.ts';
import type { Chunk, WritableTable } from '../table-document.ts';
import type { LineOptions } from './write-lines.ts';
import { cellParts, escapeControls } from './write-lines.ts';

const minWidth = 15;

/** The most characters of a line, of which each is as long as the widest cells of all. */
const maxLine = 4_000_000;

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
  const cells = columns.map(({ type }) => {
    // Only text can contain line ends.
    const escape = isString(type) ? escapeControls : (part: string) => part;
    return { escape, parts: cellParts(type, options, 'null') };
  });
  const widths = names.map((name) => Math.max(minWidth, name.length));
  for (const row of rows) {
    for (const [nth, { parts, escape }] of cells.entries()) {
      let width = 0;
      for (const part of parts(row[nth] ?? null)) {
        width += escape(part).length;
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
    const texts = cells.map(({ parts, escape }, nth) => {
      const text = parts(row[nth] ?? null)
        .map(escape)
        .join('');
      return text.padEnd(at(widths, nth));
    });
    yield line(texts);
  }
}

function line(cells: readonly string[]): string {
  return `${cells.join('|')}\n`;
}

function centred(name: string, width: number): string {
  const left = Math.floor((width - name.length) / 2);
  return (' '.repeat(left) + name).padEnd(width);
}
