import type { JsonValue } from '../base/json.ts';
import type { Page } from '../plan/block.ts';
import type { OutputColumn } from '../plan/plan.ts';

/** A piece of an answer; undefined is a breath: time has passed and nothing came of it yet. */
export type Chunk = string | Uint8Array | undefined;

/** A column as an answer tells it. */
export interface WritableColumn extends OutputColumn {
  /** What documents call its type, where that is not the type's own name. */
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
  /** Undefined where there is none yet: the query still runs. */
  readonly table: WritableTable | undefined;
  /** False where an earlier page of the same result has told the columns. */
  readonly namesColumns: boolean;
  /** The member that holds the rows. */
  readonly rowsMember: 'values' | 'rows';
  /** Members behind the rows, such as `cursor`. */
  readonly after: Members;
}

/** How a table is to be written, beside the form that its request asks for. */
export interface TableLayout {
  /** Whether each entry of the rows' member is a column. */
  readonly columnar: boolean;
  /** Zone of the dates. */
  readonly zone: string;
}
