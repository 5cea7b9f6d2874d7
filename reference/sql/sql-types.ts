import type { ColumnType } from '../plan/column-type.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A column of a statement's answer. */
export interface SqlColumn extends OutputColumn {
  /** The name of its type, if the plan has another. */
  readonly typeName?: string;
}

/** Returns the name under which SQL shows a type of the plan. */
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

/** Returns the name that the standard of SQL has for a type, as DESCRIBE prints it. */
export function standardTypeName(type: ColumnType): string {
  return standardNames[type];
}
