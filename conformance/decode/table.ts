import { DecodeError } from './decode-error.ts';

/** One column of a result; tables of text tell no types. */
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
 * A table out of the lines of a text, each divided into cells. Where the first line is no line of names the columns are
 * called `1`, `2` and so on. Throws DecodeError if lines have different numbers of cells.
 */
export function textTable(lines: readonly (readonly string[])[], hasNames: boolean): Table {
  const [head = [], ...below] = lines;
  const rows = hasNames ? below : lines;
  const wrong = rows.findIndex((row) => row.length !== head.length);
  if (wrong >= 0) {
    const got = rows[wrong]?.length;
    throw new DecodeError(`row ${wrong + 1} has ${got} cells where ${head.length} stand above it`);
  }
  const columns = hasNames ? head.map((name) => ({ name })) : numberedColumns(head.length);
  return { columns, rows, isText: true };
}

/** Columns without names of their own. */
export function numberedColumns(count: number): readonly Column[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${at + 1}` }));
}
