import type { ColumnType } from './column-type.ts';

/** A field of the indices of a query, as a column. */
export interface SourceField {
  readonly name: string;
  /** `unsupported` if its type differs between indices or cannot be shown. */
  readonly type: ColumnType;
  /** Only if the type differs between indices: the indices that have each type, in order. */
  readonly conflict?: ReadonlyMap<string, readonly string[]>;
  /** The type in the mapping, for messages about unsupported types. */
  readonly mappedType: string;
}

/** The schema of the source of a query: its fields by name, ascending. */
export interface SourceSchema {
  readonly fields: ReadonlyMap<string, SourceField>;
}
