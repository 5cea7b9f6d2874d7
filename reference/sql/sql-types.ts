import type { ColumnType } from '../plan/column-type.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A column of the result of a statement. */
export interface SqlColumn extends OutputColumn {
  /** The name of its type, if it differs from that of the plan. */
  readonly typeName?: string;
}

/** Returns the SQL name of a type of the plan. */
export function sqlTypeName(type: ColumnType): string {
  return type === 'date' ? 'datetime' : type;
}

const standardNames: Readonly<Record<ColumnType, string>> = {
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  long: 'BIGINT',
  unsigned_long: 'NUMERIC',
  double: 'DOUBLE',
  keyword: 'VARCHAR',
  text: 'VARCHAR',
  ip: 'VARCHAR',
  version: 'VARCHAR',
  date: 'TIMESTAMP',
  date_nanos: 'TIMESTAMP',
  null: 'NULL',
  unsupported: 'OTHER',
};

/** Returns the name of a type in the SQL standard, which DESCRIBE returns. */
export function standardTypeName(type: ColumnType): string {
  return standardNames[type];
}
