import type { Cell } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isHollow } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import type { Chunk, TableLayout, WritableTable } from '../table-document.ts';

/** A format of lines. */
export interface LineFormat {
  /** Returns what is around a cell with these parts, or the name of a column. */
  readonly quote: (parts: readonly string[]) => string;
  /** Escapes a part of a cell that has these quotes. */
  readonly escape: (part: string, quote: string) => string;
  /** Text before the first cell, between two cells, and after the last one. */
  readonly begin: string;
  readonly between: string;
  readonly end: string;
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
  format: LineFormat,
  options: LineOptions,
): Generator<Chunk, void, void> {
  if (columns.length === 0) return;
  const texts = columns.map(({ type }) => cellParts(type, options, ''));
  if (options.header) {
    yield* linePieces(
      columns.map(({ name }) => [name]),
      format,
    );
    yield format.rule;
  }
  for (const row of rows) {
    yield* linePieces(
      texts.map((text, at) => text(row[at] ?? null)),
      format,
    );
  }
}

/** Characters of a piece of a line. */
const pieceSize = 65_536;

/** Writes a line in pieces, as its cells may be long. */
function* linePieces(
  cells: readonly (readonly string[])[],
  { quote, escape, begin, between, end }: LineFormat,
): Generator<Chunk, void, void> {
  let line = begin;
  for (const [at, parts] of cells.entries()) {
    const mark = quote(parts);
    line += at === 0 ? mark : between + mark;
    for (const part of parts) {
      line += escape(part, mark);
      if (line.length < pieceSize) continue;
      yield line;
      line = '';
    }
    line += mark;
  }
  yield line + end;
}

/** Splits a long text, but not within a character or CR LF. */
function shortParts(text: string): readonly string[] {
  return text.length < pieceSize ? [text] : (text.match(/[^]{1,65536}(?:(?<=\r)\n)?/gu) ?? []);
}

/**
 * Returns a function that formats a cell of a column as the short parts of a text: several values are `[a, b]`, a missing one
 * is `missing`.
 *
 * query-formats.text-details, query.time-zone-per-format, query.time-zone-keeps-the-moment,
 * query.time-zone-keeps-the-moment-in-md.
 */
export function cellParts(
  type: ColumnType,
  layout: TableLayout,
  missing: string,
): (cell: Cell) => readonly string[] {
  if (isHollow(type)) return () => [missing];
  return (cell) => {
    const texts = valuesOf(cell).map((value) => textOf(value, type, layout));
    if (texts.length < 2) return shortParts(texts[0] ?? missing);
    return [...texts.flatMap((text, at) => [at === 0 ? '[' : ', ', ...shortParts(text)]), ']'];
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
    quote: (parts) => (parts.some(needsQuotes) ? '"' : ''),
    escape: (part, quote) => (quote === '' ? part : part.replaceAll('"', '""')),
    begin: '',
    between: delimiter,
    end: '\r\n',
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
  quote: () => '',
  escape: escapeControls,
  begin: '',
  between: '\t',
  end: '\n',
  rule: '',
};

/**
 * Returns md for a number of columns: cells between pipes; pipes inside cells are escaped with a backslash.
 *
 * query-formats.md-pipe-table, query-formats.texts-differ-in-md, query-formats.header-md-always.
 */
export function markdownFormat(columns: number): LineFormat {
  return {
    quote: () => '',
    escape: (part) => part.replaceAll('|', '\\|').replace(/\r\n|\r|\n/g, '<br>'),
    begin: '| ',
    between: ' | ',
    end: ' |\n',
    rule: `|${' --- |'.repeat(columns)}\n`,
  };
}
