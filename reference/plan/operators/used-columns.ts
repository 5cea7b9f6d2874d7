import { addColumns } from '../expression-columns.ts';
import type { Expression } from '../expression.ts';

/** The positions of the input columns that are read. */
export type UsedColumns = ReadonlySet<number>;

/** Returns the columns that expressions read. */
export function usedColumns(expressions: Iterable<Expression | undefined>): UsedColumns {
  const used = new Set<number>();
  for (const expression of expressions) {
    if (expression !== undefined) addColumns(expression, used);
  }
  return used;
}

/** Returns the union of two sets of columns; undefined: all columns. */
export function eitherColumns(
  a: UsedColumns | undefined,
  b: UsedColumns | undefined,
): UsedColumns | undefined {
  return a === undefined || b === undefined ? undefined : new Set([...a, ...b]);
}
