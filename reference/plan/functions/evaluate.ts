import type { Block, Page } from '../block.ts';
import type { Evaluation, Expression } from '../expression.ts';

/**
 * Returns the value of an expression in each row of a page. Rows that cannot be computed are null, with a warning.
 */
export function evaluate(expression: Expression, page: Page, evaluation: Evaluation): Block {
  switch (expression.kind) {
    case 'column':
      return page.blocks[expression.at] ?? { kind: 'constant', rows: page.rows, values: [] };
    case 'constant':
      return { kind: 'constant', rows: page.rows, values: expression.values };
    case 'call': {
      if (expression.run !== undefined) {
        return expression.run(expression.operands, page, evaluation);
      }
      const operands = expression.operands.map((operand) => evaluate(operand, page, evaluation));
      return expression.apply(operands, { rows: page.rows, evaluation, place: expression.place });
    }
    default:
      return expression satisfies never;
  }
}
