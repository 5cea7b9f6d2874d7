import type { ColumnType } from './column-type.ts';

/** A field of the indices of a query, as its columns show it. */
export interface SourceField {
  readonly name: string;
  /** `unsupported` where the indices disagree, or the type cannot be shown. */
  readonly type: ColumnType;
  /** Present where indices disagree: which type stands in which indices, in order. */
  readonly conflict?: ReadonlyMap<string, readonly string[]>;
  /** The type in the mapping, for messages about unsupported ones. */
  readonly mappedType: string;
}

/** What the analysis of a query knows of its source: fields by name, ascending. */
export interface SourceSchema {
  readonly fields: ReadonlyMap<string, SourceField>;
}
