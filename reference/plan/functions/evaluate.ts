import type { Cells, Page } from '../page.ts';
import { cellOf, repeated, unread } from '../page.ts';
import type { ApplyCall, CallSite, CellsInTurns, Evaluation, Expression } from '../expression.ts';

/**
 * Returns the value of an expression in each row of a page. Rows that cannot be computed are null, with a warning.
 * Pauses when the turn has lasted long enough.
 */
export function* evaluate(
  expression: Expression,
  page: Page,
  evaluation: Evaluation,
): CellsInTurns {
  if (expression.kind === 'column') return page.columns[expression.at] ?? unread;
  if (expression.kind === 'constant') return repeated(cellOf(expression.values), page.rows);
  return yield* expression.compute(page, evaluation);
}

/** Number of expressions after which the work pauses at the latest. */
const columnsInStep = 16;

/** Like `evaluate`, for several expressions. */
export function* evaluateAll(
  expressions: readonly Expression[],
  page: Page,
  evaluation: Evaluation,
): Generator<undefined, readonly Cells[], void> {
  const columns: Cells[] = [];
  for (const [nth, expression] of expressions.entries()) {
    if (nth % columnsInStep === columnsInStep - 1) yield;
    columns.push(yield* evaluate(expression, page, evaluation));
  }
  return columns;
}

/** Returns a function that evaluates all operands of a call and applies a function to their columns. */
export function eager(
  { place }: Pick<CallSite, 'place'>,
  operands: readonly Expression[],
  apply: ApplyCall,
): (page: Page, evaluation: Evaluation) => CellsInTurns {
  return function* compute(page, evaluation) {
    const columns: Cells[] = [];
    for (const operand of operands) columns.push(yield* evaluate(operand, page, evaluation));
    const result = yield* apply(columns, { rows: page.rows, evaluation, place });
    if (evaluation.isDue?.() === true) yield;
    return result;
  };
}
