import type { Expression } from '../expression.ts';

/** Columns of the input that something reads, by position. */
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

/** Returns the columns that are in either; undefined stands for all. */
export function eitherColumns(
  a: UsedColumns | undefined,
  b: UsedColumns | undefined,
): UsedColumns | undefined {
  return a === undefined || b === undefined ? undefined : new Set([...a, ...b]);
}
