import type { Cell, Scalar } from '../../plan/cells.ts';
import { valuesOf } from '../../plan/cells.ts';
import type { ColumnType } from '../../plan/column-type.ts';
import { isHollow, isWhole } from '../../plan/column-type.ts';
import { textOf } from '../../plan/values.ts';
import type { TableLayout } from '../table-document.ts';
import type { TokenWriter } from './token-writer.ts';

/**
 * Returns a function that writes a cell of a column: a missing one as null, several as an array.
 *
 * query.columns-and-values-others, query.values-of-the-field, query.time-zone-formats-dates,
 * query.time-zone-formats-dates-in-yaml, query.time-zone-keeps-the-moment-in-cbor,
 * query.time-zone-keeps-the-moment-in-smile, query.time-zone-per-format.
 */
export function cellWriter(
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
