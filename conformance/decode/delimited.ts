import { csv } from '../base/libraries.ts';
import { decoding } from './formats.ts';
import { type Table, textTable } from './table.ts';

/** The layout of a table in a text format. */
export interface TextLayout {
  /** True if the first line contains the names of the columns; undefined if this is not known. */
  readonly hasNames: boolean | undefined;
  /** The character between the cells of csv; a comma by default. */
  readonly delimiter?: string;
}

/** Reads csv with any line endings, and with quoted or unquoted cells. Throws DecodeError if the text is not csv. */
export function readCsv(text: string, layout: TextLayout): Table {
  const options = { delimiter: layout.delimiter ?? ',', quote: '"', relax_quotes: false };
  return textTable(recordsOf(text, options), layout.hasNames);
}

/** Reads tsv, with one tab between cells and no quoting. Throws DecodeError if the text is not tsv. */
export function readTsv(text: string, layout: TextLayout): Table {
  const options = { delimiter: '\t', quote: null, relax_quotes: true };
  return textTable(recordsOf(text, options), layout.hasNames);
}

function recordsOf(
  text: string,
  options: { delimiter: string; quote: string | null; relax_quotes: boolean },
): readonly (readonly string[])[] {
  const lineEnds = ['\r\n', '\n', '\r'];
  return decoding(() =>
    csv().parse(text, {
      ...options,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: lineEnds,
    }),
  );
}
