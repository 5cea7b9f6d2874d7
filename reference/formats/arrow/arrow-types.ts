import type { DataType } from '@uwdata/flechette';
import {
  bool,
  field,
  float64,
  int32,
  int64,
  list,
  nullType,
  TimeUnit,
  timestamp,
  uint64,
  utf8,
} from '@uwdata/flechette';
import type { ColumnType } from '../../plan/column-type.ts';

/** Returns the Arrow type of a column: that of its values, or of lists of them. */
export function arrowType(type: ColumnType, holdsLists: boolean): DataType {
  const single = singleType(type);
  return holdsLists ? list(field('item', single)) : single;
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

/** Returns the Arrow type of one value; addresses and versions are text. */
export function singleType(type: ColumnType): DataType {
  return types[type] ?? utf8();
}
