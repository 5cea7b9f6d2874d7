import type { JsonValue } from '../../base/json.ts';
import type { Cell, Scalar } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isHollow, isWhole } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import type {
  Chunk,
  Members,
  TableDocument,
  TableLayout,
  WritableColumn,
  WritableTable,
} from '../table-document.ts';
import type { TokenWriter } from './token-writer.ts';
import { writeValue } from './token-writer.ts';

/** Approximate size of a chunk of a response, in characters or bytes. */
const pieceSize = 32 * 1024;

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
  options: TableLayout,
): Generator<Chunk, void, void> {
  const { table, namesColumns, rowsMember } = document;
  const before = present({
    ...document.before,
    columns: namesColumns ? described(table?.columns) : undefined,
  });
  const after = present(document.after);
  writer.beginObject(before.length + after.length + (table === undefined ? 0 : 1));
  writeMembers(writer, before);
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

type Present = readonly (readonly [name: string, value: JsonValue])[];

function present(members: Members): Present {
  return Object.entries(members).flatMap(([name, member]) =>
    member === undefined ? [] : [[name, member] as const],
  );
}

function writeMembers(writer: TokenWriter, members: Present): void {
  for (const [name, member] of members) {
    writer.name(name);
    writeValue(writer, member);
  }
}

function described(columns: readonly WritableColumn[] | undefined): JsonValue | undefined {
  return columns?.map(({ name, type, typeName }) => ({ name, type: typeName ?? type }));
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

/**
 * Returns a function that writes a cell of a column: a missing one as null, several as an array.
 *
 * query.columns-and-values-others, query.values-of-the-field, query.time-zone-formats-dates,
 * query.time-zone-formats-dates-in-yaml, query.time-zone-keeps-the-moment-in-cbor,
 * query.time-zone-keeps-the-moment-in-smile, query.time-zone-per-format.
 */
function cellWriter(
  writer: TokenWriter,
  type: ColumnType,
  layout: TableLayout,
): (cell: Cell) => void {
  const write = scalarWriter(writer, type, layout);
  return (cell) => {
    const values = valuesOf(cell);
    const [value] = values;
    if (value === undefined) return writer.nothing();
    if (values.length === 1) return write(value);
    writer.beginArray(values.length);
    for (const each of values) write(each);
    return writer.endArray();
  };
}

function scalarWriter(
  writer: TokenWriter,
  type: ColumnType,
  layout: TableLayout,
): (value: Scalar) => void {
  if (type === 'boolean') return (value) => writer.boolean(Number(value) !== 0);
  if (isWhole(type)) return (value) => writer.whole(typeof value === 'string' ? 0 : value);
  if (type === 'double') {
    return (value) => {
      const number = Number(value);
      if (Number.isFinite(number)) writer.double(number);
      else writer.nothing();
    };
  }
  if (isHollow(type)) return () => writer.nothing();
  return (value) => writer.text(textOf(value, type, layout));
}
