import type {
  Chunk,
  Members,
  TableDocument,
  TableLayout,
  WritableColumn,
  WritableTable,
} from '../table-document.ts';
import { cellWriter } from './cell-writer.ts';
import type { TokenWriter } from './token-writer.ts';
import { writeValue } from './token-writer.ts';

/** Approximate size of a chunk of a response, in characters or bytes. */
const pieceSize = 32 * 1024;

/** The layout of a document, and the columns that are omitted from its table. */
export interface DocumentOptions extends TableLayout {
  /** Present if columns were omitted: all columns. */
  readonly allColumns?: readonly WritableColumn[] | undefined;
}

/**
 * Writes a document with a writer; yields it in chunks.
 *
 * query.columns-array, query.column-name-and-type, query.values-row-wise, query.columnar-json, query.columnar-yaml,
 * query.columnar-cbor, query.columnar-smile, query-formats.json-full-response, query-formats.yaml-full-response,
 * query-formats.cbor-same-result, query-formats.smile-same-result, query-formats.cbor-smile-metadata, query-formats.no-rows.
 */
export function* writeDocument(
  document: TableDocument,
  writer: TokenWriter,
  options: DocumentOptions,
): Generator<Chunk, void, void> {
  const { table, namesColumns, rowsMember } = document;
  const before = present(document.before);
  const after = present(document.after);
  const lists = {
    all_columns: namesColumns && table !== undefined ? options.allColumns : undefined,
    columns: namesColumns ? table?.columns : undefined,
  };
  const size = before.length + after.length + present(lists).length + (table === undefined ? 0 : 1);
  writer.beginObject(size);
  writeMembers(writer, before);
  for (const [name, columns] of present(lists)) writeColumns(writer, name, columns);
  if (table !== undefined) {
    writer.name(rowsMember);
    yield* options.columnar
      ? writeByColumn(table, writer, options)
      : writeByRow(table, writer, options);
  }
  writeMembers(writer, after);
  writer.endObject();
  yield writer.take();
}

function present<T>(
  members: Readonly<Record<string, T | undefined>>,
): readonly (readonly [string, T])[] {
  return Object.entries(members).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, member] as const],
  );
}

function writeMembers(
  writer: TokenWriter,
  members: readonly (readonly [string, NonNullable<Members[string]> | null])[],
): void {
  for (const [name, member] of members) {
    writer.name(name);
    writeValue(writer, member);
  }
}

function writeColumns(writer: TokenWriter, name: string, columns: readonly WritableColumn[]): void {
  writer.name(name);
  writer.beginArray(columns.length);
  for (const column of columns) {
    writer.beginObject(2);
    writer.name('name');
    writer.text(column.name);
    writer.name('type');
    writer.text(column.typeName ?? column.type);
    writer.endObject();
  }
  writer.endArray();
}

function* writeByRow(
  { columns, rows }: WritableTable,
  writer: TokenWriter,
  layout: TableLayout,
): Generator<Chunk, void, void> {
  const cells = columns.map(({ type }) => cellWriter(writer, type, layout));
  writer.beginArray(countRows(rows));
  for (const row of rows) {
    writer.beginArray(cells.length);
    for (const [at, write] of cells.entries()) write(row[at] ?? null);
    writer.endArray();
    yield piece(writer);
  }
  writer.endArray();
}

function* writeByColumn(
  { columns, rows }: WritableTable,
  writer: TokenWriter,
  layout: TableLayout,
): Generator<Chunk, void, void> {
  const count = countRows(rows);
  writer.beginArray(columns.length);
  for (const [at, { type }] of columns.entries()) {
    const write = cellWriter(writer, type, layout);
    writer.beginArray(count);
    for (const row of rows) {
      write(row[at] ?? null);
      yield piece(writer);
    }
    writer.endArray();
  }
  writer.endArray();
}

/** Returns the next chunk, if there is enough output for one. */
function piece(writer: TokenWriter): Chunk {
  return writer.pending() >= pieceSize ? writer.take() : undefined;
}

function countRows(rows: Iterable<unknown>): number {
  let count = 0;
  for (const _ of rows) count++;
  return count;
}
