import type { JsonValue } from '../base/json.ts';
import type { Page } from '../plan/block.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A piece of a response; undefined if there is no output yet, so that the writer can yield to the event loop. */
export type Chunk = string | Uint8Array | undefined;

/** A column of a response. */
export interface WritableColumn extends OutputColumn {
  /** What documents call its type, if that is not the type's own name. */
  readonly typeName?: string;
}

/** Rows to be written. The pages are gone through more than once: by column, and to measure. */
export interface WritableTable {
  readonly columns: readonly WritableColumn[];
  readonly pages: Iterable<Page>;
}

/** Members of a document in their order; those that are undefined are left out. */
export type Members = Readonly<Record<string, JsonValue | undefined>>;

/** A table and what stands beside it in formats that hold documents. */
export interface TableDocument {
  /** Members before the columns, such as `took`. */
  readonly before: Members;
  /** Undefined if there is none yet: the query still runs. */
  readonly table: WritableTable | undefined;
  /** False if an earlier page of the same result listed the columns. */
  readonly namesColumns: boolean;
  /** The member that holds the rows. */
  readonly rowsMember: 'values' | 'rows';
  /** Members after the rows, such as `cursor`. */
  readonly after: Members;
}

/** How a table is to be written, beside the form that its request asks for. */
export interface TableLayout {
  /** Whether each entry of the rows' member is a column. */
  readonly columnar: boolean;
  /** Zone of the dates. */
  readonly zone: string;
}
