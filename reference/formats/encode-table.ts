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
export function* encodeTable(
  document: TableDocument,
  options: EncodeOptions,
): Generator<Chunk, void, void> {
  const { drop_null_columns, format } = options.form;
  const shown =
    drop_null_columns && document.table !== undefined
      ? yield* withoutNullColumns(document.table)
      : document.table;
  if (!isDocumentFormat(format)) return yield* writeTable(format, shown ?? noTable, options);
  const allColumns = drop_null_columns ? document.table?.columns : undefined;
  return yield* writeDocument({ ...document, table: shown }, documentWriter(format, options.form), {
    ...options,
    allColumns,
  });
}

const writers: Readonly<
  Record<DocumentFormat, (options: { readonly pretty: boolean }) => TokenWriter>
> = { json: jsonWriter, yaml: yamlWriter, cbor: cborWriter, smile: smileWriter };

/** Returns the writer of a document format. */
export function documentWriter(
  format: DocumentFormat,
  options: { readonly pretty: boolean },
): TokenWriter {
  return writers[format](options);
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

/** Returns a table without the columns that contain only nulls; yields to the event loop meanwhile. */
function* withoutNullColumns(table: WritableTable): Generator<Chunk, WritableTable, void> {
  const filled = table.columns.map(() => false);
  for (const row of table.rows) {
    for (const [at, cell] of row.entries()) filled[at] ||= cell !== null;
    yield undefined;
  }
  return {
    columns: table.columns.filter((_, at) => filled[at]),
    rows: {
      *[Symbol.iterator]() {
        for (const row of table.rows) yield row.filter((_, at) => filled[at]);
      },
    },
  };
}
