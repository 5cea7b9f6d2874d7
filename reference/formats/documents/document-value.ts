import { Double } from '../../base/double-text.ts';
import { LongList } from '../../base/write-json.ts';
import type { Cell, Cells, Scalar } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isHollow, isWhole } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import type { TableDocument, TableLayout, WritableTable } from '../table-document.ts';

/**
 * Returns a document as a value, whose rows are made while it is written.
 *
 * query.columns-array, query.column-name-and-type, query.values-row-wise, query.columnar-json, query.columnar-yaml,
 * query.columnar-cbor, query.columnar-smile, query-formats.json-full-response, query-formats.yaml-full-response,
 * query-formats.cbor-same-result, query-formats.smile-same-result, query-formats.cbor-smile-metadata, query-formats.no-rows.
 */
export function documentValue(document: TableDocument, layout: TableLayout): object {
  const { before, table, namesColumns, rowsMember, after } = document;
  const columns = table?.columns.map(({ name, type, typeName }) => ({
    name,
    type: typeName ?? type,
  }));
  return {
    ...before,
    columns: namesColumns ? columns : undefined,
    [rowsMember]: table && (layout.columnar ? columnsOf(table, layout) : rowsOf(table, layout)),
    ...after,
  };
}

function rowsOf({ columns, rows }: WritableTable, layout: TableLayout): LongList {
  const shown = columns.map(({ type }) => cellValue(type, layout));
  return new LongList(rows.length, () =>
    each(rows, (row) => shown.map((show, at) => show(row[at] ?? null))),
  );
}

function columnsOf({ columns, rows }: WritableTable, layout: TableLayout): LongList {
  return new LongList(columns.length, () =>
    columns.map(({ type }, at) => {
      const show = cellValue(type, layout);
      return new LongList(rows.length, () => each(rows, (row) => show(row[at] ?? null)));
    }),
  );
}

function* each<Value>(rows: Iterable<Cells>, show: (row: Cells) => Value): Generator<Value> {
  for (const row of rows) yield show(row);
}

/**
 * Returns a function that returns the value of a cell of a column: null for a missing one, a list for several.
 *
 * query.columns-and-values-others, query.values-of-the-field, query.time-zone-formats-dates,
 * query.time-zone-formats-dates-in-yaml, query.time-zone-keeps-the-moment-in-cbor,
 * query.time-zone-keeps-the-moment-in-smile, query.time-zone-per-format.
 */
function cellValue(type: ColumnType, layout: TableLayout): (cell: Cell) => unknown {
  const show = scalarValue(type, layout);
  return (cell) => {
    const values = valuesOf(cell).map(show);
    return values.length > 1 ? values : (values[0] ?? null);
  };
}

function scalarValue(type: ColumnType, layout: TableLayout): (value: Scalar) => unknown {
  if (type === 'boolean') return (value) => Number(value) !== 0;
  if (isWhole(type)) return (value) => value;
  if (type === 'double') {
    return (value) => (Number.isFinite(Number(value)) ? new Double(Number(value)) : null);
  }
  return isHollow(type) ? () => null : (value) => textOf(value, type, layout);
}
