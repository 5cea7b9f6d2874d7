import { at } from '../../../base/assert.ts';
import type { Block, Page } from '../../block.ts';
import { countAt, nullBlock, valueAt } from '../../block.ts';
import { gatherRows } from '../../blocks/gather.ts';
import type { ValueType } from '../../column-type.ts';
import type { BlockInTurns, Evaluation, Expression } from '../../expression.ts';
import { evaluate } from '../evaluate.ts';
import { createBuilder } from '../kernels/builder.ts';
import { valuesAt } from '../kernels/lists.ts';

/** Rows of a page; undefined: all of them. */
export type Rows = Uint32Array | undefined;

/** Evaluates an expression in some rows of a page; entry i of the result is row `rows[i]`. */
export function* evaluateRows(
  expression: Expression,
  { page, rows }: { readonly page: Page; readonly rows: Rows },
  evaluation: Evaluation,
): BlockInTurns {
  if (rows === undefined) return yield* evaluate(expression, page, evaluation);
  const wanted = new Set<number>();
  addColumns(expression, wanted);
  const none = nullBlock(rows.length);
  const blocks = page.blocks.map((block, at) => (wanted.has(at) ? gatherRows(block, rows) : none));
  return yield* evaluate(expression, { rows: rows.length, blocks }, evaluation);
}

function addColumns(expression: Expression, columns: Set<number>): void {
  if (expression.kind === 'column') columns.add(expression.at);
  if (expression.kind === 'call') {
    for (const operand of expression.operands) addColumns(operand, columns);
  }
}

/** Some rows of a page and their values. */
export interface Part {
  readonly rows: Rows;
  readonly block: Block;
}

/** Combines parts with disjoint rows into one block; rows that are in no part are null. */
export function mergeParts(parts: readonly Part[], type: ValueType, count: number): Block {
  const complete = parts.find(({ rows }) => rows === undefined);
  if (complete !== undefined) return complete.block;
  const owner = new Int32Array(count).fill(-1);
  const place = new Uint32Array(count);
  for (const [at, { rows }] of parts.entries()) {
    for (const [index, row] of rows?.entries() ?? []) {
      owner[row] = at;
      place[row] = index;
    }
  }
  const builder = createBuilder(type, count);
  for (let row = 0; row < count; row++) {
    const block = parts[owner[row] ?? -1]?.block;
    const index = at(place, row);
    if (block === undefined) builder.none();
    else if (countAt(block, index) === 1) builder.one(valueAt(block, index));
    else builder.many(valuesAt(block, index));
  }
  return builder.finish();
}
