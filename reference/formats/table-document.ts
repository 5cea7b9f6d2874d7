import type { JsonValue } from '../base/json.ts';
import type { Cells } from '../plan/cells.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A chunk of a response; undefined if there is no output yet, so that the writer can yield to the event loop. */
export type Chunk = string | Uint8Array | undefined;

/** A column of a response. */
export interface WritableColumn extends OutputColumn {
  /** The name of its type in documents, if it differs from the type. */
  readonly typeName?: string;
}

/** Rows to write. They are read more than once: for each column, and to measure widths. */
export interface WritableTable {
  readonly columns: readonly WritableColumn[];
  readonly rows: Iterable<Cells>;
}

/** Members of a document in order; undefined ones are omitted. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

/** A table and the other members of its document. */
export interface TableDocument {
  /** Members before the columns, such as `took`. */
  readonly before: Members;
  /** Undefined while the query is running. */
  readonly table: WritableTable | undefined;
  /** False if an earlier page of the same result listed the columns. */
  readonly namesColumns: boolean;
  /** The name of the member with the rows. */
  readonly rowsMember: 'values' | 'rows';
  /** Members after the rows, such as `cursor`. */
  readonly after: Members;
}

/** The layout of a table, besides the options of its request. */
export interface TableLayout {
  /** Whether the entries of the rows member are columns. */
  readonly columnar: boolean;
  /** Time zone of the dates. */
  readonly zone: string;
}
