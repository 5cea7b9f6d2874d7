import { at } from '../base/assert.ts';
import type { Expression } from './expression.ts';
import type { ExtendNode } from './plan.ts';

/** Adds the positions of the columns that an expression reads to `places`. */
export function addColumns(expression: Expression, places: Set<number>): void {
  if (expression.kind === 'column') places.add(expression.at);
  if (expression.kind !== 'call') return;
  for (const operand of expression.operands) addColumns(operand, places);
}

/** Returns an expression whose columns have moved to other positions. */
export function moveColumns(expression: Expression, placeOf: (at: number) => number): Expression {
  if (expression.kind === 'column') return { ...expression, at: placeOf(expression.at) };
  if (expression.kind === 'constant') return expression;
  const operands = expression.operands.map((operand) => moveColumns(operand, placeOf));
  return { ...expression, operands };
}

/** Returns columns of the output of a node, and all columns from which it computes them. */
export function columnsBehind(
  { input, values }: ExtendNode,
  needed: ReadonlySet<number>,
): ReadonlySet<number> {
  const all = new Set(needed);
  const first = input.output.length;
  for (let nth = values.length - 1; nth >= 0; nth--) {
    if (all.has(first + nth)) addColumns(at(values, nth), all);
  }
  return all;
}
