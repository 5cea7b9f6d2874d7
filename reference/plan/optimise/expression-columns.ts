import type { Expression } from '../expression.ts';

/** Adds the positions of the columns that an expression reads to `places`. */
export function addColumns(expression: Expression, places: Set<number>): void {
  if (expression.kind === 'column') places.add(expression.at);
  if (expression.kind !== 'call') return;
  for (const operand of expression.operands) addColumns(operand, places);
}

/** Returns an expression in which every column is replaced. */
export function replaceColumns(
  expression: Expression,
  replacement: (at: number) => Expression | undefined,
): Expression {
  if (expression.kind === 'column') return replacement(expression.at) ?? expression;
  if (expression.kind === 'constant') return expression;
  const operands = expression.operands.map((operand) => replaceColumns(operand, replacement));
  return { ...expression, operands };
}

/** Returns an expression whose columns have moved to other positions. */
export function moveColumns(
  expression: Expression,
  places: ReadonlyMap<number, number>,
): Expression {
  if (expression.kind === 'column') {
    return { ...expression, at: places.get(expression.at) ?? expression.at };
  }
  if (expression.kind === 'constant') return expression;
  const operands = expression.operands.map((operand) => moveColumns(operand, places));
  return { ...expression, operands };
}
