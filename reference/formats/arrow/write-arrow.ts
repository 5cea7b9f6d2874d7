import { Column, tableFromColumns, tableToIPC } from '@uwdata/flechette';
import type { Batch, DataType } from '@uwdata/flechette';
import type { Page } from '../../plan/page.ts';
import { isList } from '../../plan/page.ts';
import type { OutputColumn } from '../../plan/plan.ts';
import type { PageColumn } from '../page-column.ts';
import { cellsOf } from '../page-column.ts';
import type { Chunk, WritableTable } from '../table-document.ts';
import { listBatch, singleBatch } from './arrow-batch.ts';
import { arrowType } from './arrow-types.ts';

/** The end of a stream: the marker of a message and the length 0. */
const endOfStream = Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0);

interface ArrowColumn {
  readonly column: OutputColumn;
  readonly holdsLists: boolean;
  readonly type: DataType;
}

/**
 * Writes a table as a stream in the Arrow IPC format: the schema, then a record batch for each page. A column in which
 * any row has several values is a column of lists, so all rows are examined before the schema is written.
 *
 * query-formats.arrow-stream, query.time-zone-keeps-the-moment-in-arrow.
 */
export function* writeArrow(table: WritableTable): Generator<Chunk, void, void> {
  const columns = yield* arrowColumns(table);
  const schema = messages(columns, () => []);
  yield schema;
  for (const page of table.pages) {
    const batches: Batch<unknown>[] = [];
    for (const [at, column] of columns.entries()) {
      batches.push(batchOf(column, page, at));
      yield undefined;
    }
    if (page.rows > 0)
      yield messages(columns, (at) => batches.slice(at, at + 1)).subarray(schema.length);
  }
  yield endOfStream;
}

function* arrowColumns({
  columns,
  pages,
}: WritableTable): Generator<Chunk, readonly ArrowColumn[], void> {
  const several = columns.map(() => false);
  for (const page of pages) {
    for (const [at, column] of columns.entries()) {
      several[at] ||= holdsLists({ column, page, at });
    }
    yield undefined;
  }
  return columns.map((column, at) => {
    const holdsLists = several[at] === true;
    return { column, holdsLists, type: arrowType(column.type, holdsLists) };
  });
}

function holdsLists(place: PageColumn): boolean {
  return cellsOf(place).some(isList);
}

function batchOf(
  { column, holdsLists, type }: ArrowColumn,
  page: Page,
  at: number,
): Batch<unknown> {
  const cells = cellsOf({ column, page, at });
  return holdsLists ? listBatch(cells, column.type, type) : singleBatch(cells, column.type);
}

/** Returns the messages of a stream with the schema and the batches of each column, without the end. */
function messages(
  columns: readonly ArrowColumn[],
  batchesOf: (at: number) => Batch<unknown>[],
): Uint8Array {
  const children = columns.map(({ column, type }, at): [string, Column<unknown>] => [
    column.name,
    new Column(batchesOf(at), type),
  ]);
  const bytes = tableToIPC(tableFromColumns(children), { format: 'stream' });
  if (bytes === null) throw new Error('a stream in memory has bytes');
  return bytes.subarray(0, bytes.length - endOfStream.length);
}
