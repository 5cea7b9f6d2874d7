import { writeArrow } from './write-arrow.ts';
import { cborWriter } from './documents/cbor-writer.ts';
import { jsonWriter } from './documents/json-writer.ts';
import { smileWriter } from './documents/smile-writer.ts';
import type { TokenWriter } from './documents/token-writer.ts';
import { writeDocument } from './documents/write-document.ts';
import { yamlWriter } from './documents/yaml-writer.ts';
import type { AnswerForm, DocumentFormat, TableFormat } from './format.ts';
import { isDocumentFormat } from './format.ts';
import type { Chunk, TableDocument, TableLayout, WritableTable } from './table-document.ts';
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
  return isDocumentFormat(format)
    ? writeDocument(document, documentWriter(format), options)
    : writeTable(format, document.table ?? noTable, options);
}

const writers: Readonly<Record<DocumentFormat, () => TokenWriter>> = {
  json: jsonWriter,
  yaml: yamlWriter,
  cbor: cborWriter,
  smile: smileWriter,
};

/** Returns a writer of a document format. */
export function documentWriter(format: DocumentFormat): TokenWriter {
  return writers[format]();
}

function writeTable(
  format: Exclude<TableFormat, DocumentFormat>,
  table: WritableTable,
  { zone, columnar, form }: EncodeOptions,
): Generator<Chunk, void, void> {
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
