import { DecodeError } from './formats.ts';

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
  /** True if the first row may contain the names, because the request did not say whether they are wanted. */
  readonly mayBeginWithNames?: boolean;
  /** The table as another version of YAML reads it, if that is not the same; a server may write either. */
  readonly otherwise?: Table;
}

/**
 * Creates a table from the lines of a text, each divided into cells. Without a line of names, or if it is unknown whether
 * there is one, the columns are named `1`, `2` and so on. Throws DecodeError if lines have different numbers of cells.
 */
export function textTable(
  lines: readonly (readonly string[])[],
  hasNames: boolean | undefined,
): Table {
  const [first = [], ...others] = lines;
  const rows = hasNames === true ? others : lines;
  const wrong = rows.findIndex((row) => row.length !== first.length);
  if (wrong >= 0) {
    const got = rows[wrong]?.length;
    throw new DecodeError(`row ${wrong + 1} has ${got} cells instead of ${first.length}`);
  }
  if (hasNames === true) return { columns: first.map((name) => ({ name })), rows, isText: true };
  const table = { columns: numberedColumns(first.length), rows, isText: true };
  return hasNames === undefined ? { ...table, mayBeginWithNames: true } : table;
}

/**
 * Returns the table with these names of its columns, without its first row if this contains the names. Unchanged if it is
 * known whether the table has names, or if it has another number of columns.
 */
export function named(table: Table, names: readonly string[]): Table {
  if (table.mayBeginWithNames !== true) return table;
  const { rows, isText } = table;
  const [first] = rows;
  if (first !== undefined && first.length !== names.length) return table;
  const hasNames = first?.every((cell, at) => cell === names[at]) === true;
  return {
    columns: names.map((name) => ({ name })),
    rows: hasNames ? rows.slice(1) : rows,
    isText,
  };
}

/** Columns named `1`, `2` and so on, for a table without names. */
export function numberedColumns(count: number): readonly Column[] {
  return Array.from({ length: count }, (_, at) => ({ name: `${at + 1}` }));
}
