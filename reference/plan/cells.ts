/**
 * One value as stored in a row: boolean 0 or 1; integer, double and date (milliseconds) a number; long and
 * unsigned_long a number if it is a safe integer and otherwise a bigint; date_nanos a bigint or number of
 * nanoseconds; keyword and text a string; ip the 32 hexadecimal digits of `encodeIp`.
 */
export type Scalar = number | bigint | string;

/** What a row has in a column: one value, a list of at least two, or null. */
export type Cell = Scalar | readonly Scalar[] | null;

/** The cells of a row. */
export type Cells = readonly Cell[];

/** Returns whether a row has several values. */
export function isList(cell: Cell | undefined): cell is readonly Scalar[] {
  return typeof cell === 'object' && cell !== null;
}

/** Returns the values of a cell; an empty list for null. */
export function valuesOf(cell: Cell | undefined): readonly Scalar[] {
  if (cell === null || cell === undefined) return [];
  return isList(cell) ? cell : [cell];
}

/** Returns the cell with these values. */
export function cellOf(values: readonly Scalar[]): Cell {
  return values.length > 1 ? values : (values[0] ?? null);
}
