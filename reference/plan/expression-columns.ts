import { at } from '../base/assert.ts';
import type { CellsInTurns, Evaluation, Expression } from './expression.ts';
import { evaluate } from './functions/evaluate.ts';
import type { Page } from './page.ts';
import { takeRows, unread } from './page.ts';
import type { ExtendNode } from './plan.ts';

/** The positions of the columns of a page that are read; undefined: all of them. */
export type UsedColumns = ReadonlySet<number> | undefined;

/** Returns the columns that expressions read, and those in `more`. */
export function usedColumns(
  expressions: Iterable<Expression | undefined>,
  more: Iterable<number> = [],
): ReadonlySet<number> {
  const used = new Set<number>(more);
  const add = (expression: Expression | undefined): void => {
    if (expression?.kind === 'column') used.add(expression.at);
    if (expression?.kind === 'call') for (const operand of expression.operands) add(operand);
  };
  for (const expression of expressions) add(expression);
  return used;
}

/** Returns columns of the output of a node, and all columns from which it computes them. */
export function columnsBehind({ input, values }: ExtendNode, needed: UsedColumns): UsedColumns {
  if (needed === undefined) return undefined;
  const all = new Set(needed);
  const first = input.output.length;
  for (let nth = values.length - 1; nth >= 0; nth--) {
    if (!all.has(first + nth)) continue;
    for (const column of usedColumns([at(values, nth)])) all.add(column);
  }
  return all;
}

/** Returns some rows of a page, each at most once and in order; columns that are not used are left out. */
export function chosenRows(page: Page, rows: readonly number[], used: UsedColumns): Page {
  if (rows.length === page.rows) return page;
  const columns = page.columns.map((cells, at) =>
    used?.has(at) === false ? unread : takeRows(cells, rows),
  );
  return { rows: rows.length, columns };
}

/** Evaluates an expression in some rows of a page. */
export function* evaluateRows(
  expression: Expression,
  { page, rows }: { readonly page: Page; readonly rows: readonly number[] },
  evaluation: Evaluation,
): CellsInTurns {
  return yield* evaluate(expression, chosenRows(page, rows, usedColumns([expression])), evaluation);
}
