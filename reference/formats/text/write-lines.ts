import type { Cell } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isHollow } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import type { TableLayout, WritableTable } from '../table-document.ts';

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

/** Writes a table in a format of lines: the column names, then each row. */
export function* writeLines(
  { columns, rows }: WritableTable,
  { escape, join, rule }: LineFormat,
  options: LineOptions,
): Generator<string, void, void> {
  if (columns.length === 0) return;
  const cells = columns.map(({ type }) => cellText(type, options, ''));
  if (options.header) yield join(columns.map(({ name }) => escape(name))) + rule;
  for (const row of rows) yield join(cells.map((cell, at) => escape(cell(row[at] ?? null))));
}

/**
 * Returns a function that formats a cell of a column as text: several values as `[a, b]`, a missing one as `missing`.
 *
 * query-formats.text-details, query.time-zone-per-format, query.time-zone-keeps-the-moment,
 * query.time-zone-keeps-the-moment-in-md.
 */
export function cellText(
  type: ColumnType,
  layout: TableLayout,
  missing: string,
): (cell: Cell) => string {
  if (isHollow(type)) return () => missing;
  return (cell) => {
    const texts = valuesOf(cell).map((value) => textOf(value, type, layout));
    return texts.length > 1 ? `[${texts.join(', ')}]` : (texts[0] ?? missing);
  };
}

/**
 * Returns csv: lines end in CR LF, and a cell is in quotes if it contains a quote, a line end or the delimiter.
 *
 * query-formats.csv-results-only, query-formats.texts-differ, query-formats.delimiter-default-comma,
 * query-formats.delimiter-one-character.
 */
export function csvFormat(delimiter: string): LineFormat {
  const needsQuotes = (cell: string): boolean => /["\r\n]/.test(cell) || cell.includes(delimiter);
  return {
    escape: (cell) => (needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell),
    join: (cells) => `${cells.join(delimiter)}\r\n`,
    rule: '',
  };
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Escapes the tabs and line ends of a cell, so that a row is one line. */
export function escapeControls(cell: string): string {
  return cell.replace(/[\t\n\r]/g, (character) => escapes[character] ?? character);
}

/** query-formats.tsv-results-only: one tab between cells. */
export const tsvFormat: LineFormat = {
  escape: escapeControls,
  join: (cells) => `${cells.join('\t')}\n`,
  rule: '',
};

/**
 * Returns md for a number of columns: cells between pipes; pipes inside cells are escaped with a backslash.
 *
 * query-formats.md-pipe-table, query-formats.texts-differ-in-md, query-formats.header-md-always.
 */
export function markdownFormat(columns: number): LineFormat {
  return {
    escape: (cell) => cell.replaceAll('|', '\\|').replace(/\r\n|\r|\n/g, '<br>'),
    join: (cells) => `| ${cells.join(' | ')} |\n`,
    rule: `|${' --- |'.repeat(columns)}\n`,
  };
}
