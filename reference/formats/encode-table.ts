import { writeArrow } from './write-arrow.ts';
import { jsonPieces } from '../base/write-json.ts';
import { cborPieces } from './documents/cbor.ts';
import { documentValue } from './documents/document-value.ts';
import { smilePieces } from './documents/smile.ts';
import { yamlPieces } from './documents/yaml.ts';
import type { AnswerForm, DocumentFormat, TableFormat } from './format.ts';
import { isDocumentFormat } from './format.ts';
import type { Chunk, Piece, TableDocument, TableLayout, WritableTable } from './table-document.ts';
import { inChunks } from './table-document.ts';
import { csvFormat, markdownFormat, tsvFormat, writeLines } from './text/write-lines.ts';
import { writeTextTable } from './text/write-text-table.ts';

/** The form of the response and the layout of its table. */
export interface EncodeOptions extends TableLayout {
  readonly form: AnswerForm;
}

const noTable: WritableTable = { columns: [], rows: [] };

/**
 * Writes a table and its metadata in the requested format. Yields chunks of some tens of kilobytes; the consumer may
 * stop after any of them.
 */
export function encodeTable(
  document: TableDocument,
  options: EncodeOptions,
): Generator<Chunk, void, void> {
  const { form } = options;
  const { format } = form;
  return inChunks(
    isDocumentFormat(format)
      ? documentPieces[format](documentValue(document, options))
      : tablePieces(format, document.table ?? noTable, options),
  );
}

/** The writers of documents, by their format. */
export const documentPieces: Readonly<
  Record<DocumentFormat, (document: object) => Iterable<Piece>>
> = { json: jsonPieces, yaml: yamlPieces, cbor: cborPieces, smile: smilePieces };

function tablePieces(
  format: Exclude<TableFormat, DocumentFormat>,
  table: WritableTable,
  { zone, columnar, form }: EncodeOptions,
): Iterable<Chunk> {
  if (format === 'arrow') return writeArrow(table);
  const options = { zone, columnar, header: format === 'md' || form.header };
  if (format === 'txt') return writeTextTable(table, options);
  const lines = {
    csv: () => csvFormat(form.delimiter),
    tsv: () => tsvFormat,
    md: () => markdownFormat(table.columns.length),
  };
  return writeLines(table, lines[format](), options);
}
