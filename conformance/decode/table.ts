import { DecodeError } from './decode-error.ts';

/** One column of a result; tables in text formats have no types. */
export interface Column {
  readonly name: string;
  readonly type?: string;
}

/** The result of a query, in any format. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
  /** True if all cells are texts because the format has no other type. */
  readonly isText: boolean;
}

/**
 * Creates a table from the lines of a text, each divided into cells. Without a line of names, the columns are named
 * `1`, `2` and so on. Throws DecodeError if lines have different numbers of cells.
 */
export function textTable(lines: readonly (readonly string[])[], hasNames: boolean): Table {
  const [first = [], ...others] = lines;
  const rows = hasNames ? others : lines;
  const wrong = rows.findIndex((row) => row.length !== first.length);
  if (wrong >= 0) {
    const got = rows[wrong]?.length;
    throw new DecodeError(`row ${wrong + 1} has ${got} cells instead of ${first.length}`);
  }
  const columns = hasNames ? first.map((name) => ({ name })) : numberedColumns(first.length);
  return { columns, rows, isText: true };
}

/** Columns named `1`, `2` and so on, for a table without names. */
export function numberedColumns(count: number): readonly Column[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${at + 1}` }));
}
