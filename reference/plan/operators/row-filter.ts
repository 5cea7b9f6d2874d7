import type { Evaluation, Expression } from '../expression.ts';
import { evaluateRows } from '../expression-columns.ts';
import type { Page } from '../page.ts';

/** Returns the parts of a conjunction; another condition is its only part. */
export function partsOf(condition: Expression): readonly Expression[] {
  return condition.kind === 'call' && condition.name === 'and'
    ? condition.operands.flatMap(partsOf)
    : [condition];
}

/** Returns the rows of a page in which all conditions are true, ascending; each sees only what those before it left. */
export function* matchingRows(
  conditions: readonly Expression[],
  page: Page,
  evaluation: Evaluation,
): Generator<undefined, readonly number[], void> {
  let rows: readonly number[] = Array.from({ length: page.rows }, (_, row) => row);
  for (const condition of conditions) {
    if (rows.length === 0) break;
    const truths = yield* evaluateRows(condition, { page, rows }, evaluation);
    rows = rows.filter((_, index) => truths[index] === 1);
  }
  return rows;
}
