import {
  bool,
  Column,
  columnFromArray,
  field,
  float64,
  int32,
  int64,
  list,
  nullType,
  tableFromColumns,
  tableToIPC,
  TimeUnit,
  timestamp,
  uint64,
  utf8,
} from '@uwdata/flechette';
import type { DataType } from '@uwdata/flechette';
import { rowBytes } from '../plan/cell-bytes.ts';
import type { Cell, Cells, Scalar } from '../plan/cells.ts';
import { isList, valuesOf } from '../plan/cells.ts';
import type { ColumnType } from '../plan/column-type.ts';
import { isDate, isHollow, isString } from '../plan/column-type.ts';
import { textOf } from '../plan/values.ts';
import type { Chunk, WritableTable } from './table-document.ts';

/** The end of a stream: the marker of a message and the length 0. */
const endOfStream = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

/** The most rows of a record batch, and bytes after which it ends. */
const batchRows = 1024;
const batch_bytes = 2 ** 22;

interface ArrowColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly holdsLists: boolean;
}

/**
 * Writes a table as a stream in the Arrow IPC format: the schema, then record batches. A column in which any row has
 * several values is a column of lists, so all rows are examined before the schema is written.
 *
 * query-formats.arrow-stream, query.time-zone-keeps-the-moment-in-arrow.
 */
export function* writeArrow(table: WritableTable): Generator<Chunk, void, void> {
  const several = table.columns.map(() => false);
  for (const row of table.rows) {
    for (const [at, cell] of row.entries()) several[at] ||= isList(cell);
    yield undefined;
  }
  const columns = table.columns.map(({ name, type }, at): ArrowColumn => {
    return { name, type, holdsLists: several[at] === true };
  });
  const schema = yield* messages(columns, []);
  yield schema;
  let rows: Cells[] = [];
  let bytes = 0;
  for (const row of table.rows) {
    rows.push(row);
    bytes += rowBytes(row);
    yield undefined;
    if (rows.length < batchRows && bytes < batch_bytes) continue;
    yield (yield* messages(columns, rows)).subarray(schema.length);
    rows = [];
    bytes = 0;
  }
  if (rows.length > 0) yield (yield* messages(columns, rows)).subarray(schema.length);
  yield endOfStream;
}

/** Returns the messages of a stream with the schema and a batch of rows, without the end. */
function* messages(
  columns: readonly ArrowColumn[],
  rows: readonly Cells[],
): Generator<Chunk, Uint8Array, void> {
  const children: [string, Column<unknown>][] = [];
  for (const [at, column] of columns.entries()) {
    children.push([
      column.name,
      columnOf(
        column,
        rows.map((row) => row[at] ?? null),
      ),
    ]);
    yield undefined;
  }
  const bytes = tableToIPC(tableFromColumns(children), { format: 'stream' });
  if (bytes === null) throw new Error('a stream in memory has bytes');
  return bytes.subarray(0, bytes.length - endOfStream.length);
}

/** Types of the columns that are not text. Dates are instants and do not depend on the zone of the request. */
const types: Readonly<Partial<Record<ColumnType, DataType>>> = {
  boolean: bool(),
  integer: int32(),
  long: int64(),
  unsigned_long: uint64(),
  double: float64(),
  date: timestamp(TimeUnit.MILLISECOND, 'UTC'),
  date_nanos: timestamp(TimeUnit.NANOSECOND, 'UTC'),
  null: nullType(),
  unsupported: nullType(),
};

function columnOf({ type, holdsLists }: ArrowColumn, cells: Cells): Column<unknown> {
  const own = types[type] ?? utf8();
  // The library would read dates as numbers of milliseconds; they are stored as integers.
  const stored = isDate(type) ? int64() : own;
  const typeOf = (each: DataType): DataType => (holdsLists ? list(field('item', each)) : each);
  const values = cells.map((cell) => {
    const shown = valuesOf(cell).map((value) => shownValue(value, type));
    return holdsLists && cell !== null ? shown : (shown[0] ?? null);
  });
  const { data } = columnFromArray(values, typeOf(stored), { useBigInt: true });
  return new Column([...data], typeOf(own));
}

function shownValue(value: Scalar, type: ColumnType): Cell | boolean {
  if (type === 'boolean') return value !== 0;
  if (isHollow(type)) return null;
  return isString(type) || type === 'ip' ? textOf(value, type, { zone: 'UTC' }) : value;
}
