import type { LineFormat } from './write-lines.ts';

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
