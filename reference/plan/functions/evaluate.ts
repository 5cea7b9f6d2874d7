import type { Block, Page } from '../block.ts';
import type {
  ApplyCall,
  BlockInTurns,
  CallExpression,
  Evaluation,
  Expression,
} from '../expression.ts';

/**
 * Returns the value of an expression in each row of a page. Rows that cannot be computed are null, with a warning.
 * Pauses when the turn has lasted long enough.
 */
export function* evaluate(
  expression: Expression,
  page: Page,
  evaluation: Evaluation,
): BlockInTurns {
  switch (expression.kind) {
    case 'column':
      return page.blocks[expression.at] ?? { kind: 'constant', rows: page.rows, values: [] };
    case 'constant':
      return { kind: 'constant', rows: page.rows, values: expression.values };
    case 'call':
      return yield* evaluateCall(expression, page, evaluation);
    default:
      return expression satisfies never;
  }
}

function* evaluateCall(call: CallExpression, page: Page, evaluation: Evaluation): BlockInTurns {
  if (call.run !== undefined) return yield* call.run(call.operands, page, evaluation);
  const operands: Block[] = [];
  for (const operand of call.operands) operands.push(yield* evaluate(operand, page, evaluation));
  const made = call.apply(operands, { rows: page.rows, evaluation, place: call.place });
  const block = yield* blockOf(made);
  if (evaluation.isDue?.() === true) yield;
  return block;
}

/** Finishes the result of an `ApplyCall`. */
export function* blockOf(made: ReturnType<ApplyCall>): BlockInTurns {
  return 'kind' in made ? made : yield* made;
}

/** Number of expressions after which the work pauses at the latest. */
const columnsInStep = 16;

/** Like `evaluate`, for several expressions. */
export function* evaluateAll(
  expressions: readonly Expression[],
  page: Page,
  evaluation: Evaluation,
): Generator<undefined, readonly Block[], void> {
  const blocks: Block[] = [];
  for (const [nth, expression] of expressions.entries()) {
    if (nth % columnsInStep === columnsInStep - 1) yield;
    blocks.push(yield* evaluate(expression, page, evaluation));
  }
  return blocks;
}
