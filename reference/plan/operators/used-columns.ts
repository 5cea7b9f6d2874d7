import type { Expression } from '../expression.ts';

/** The positions of the input columns that are read. */
export type UsedColumns = ReadonlySet<number>;

/** Returns the columns that expressions read. */
export function usedColumns(expressions: Iterable<Expression | undefined>): UsedColumns {
  const used = new Set<number>();
  const visit = (expression: Expression | undefined): void => {
    if (expression?.kind === 'column') used.add(expression.at);
    else if (expression?.kind === 'call') for (const operand of expression.operands) visit(operand);
  };
  for (const expression of expressions) visit(expression);
  return used;
}

/** Returns the union of two sets of columns; undefined: all columns. */
export function eitherColumns(
  a: UsedColumns | undefined,
  b: UsedColumns | undefined,
): UsedColumns | undefined {
  return a === undefined || b === undefined ? undefined : new Set([...a, ...b]);
}
