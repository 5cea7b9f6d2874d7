import type { Block, Page } from '../block.ts';
import { nullBlock } from '../block.ts';
import { gatherIntegers, gatherRows } from '../blocks/gather.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { UsedColumns } from './used-columns.ts';
import { usedColumns } from './used-columns.ts';

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
): Generator<undefined, Uint32Array, void> {
  let chosen: Uint32Array = new Uint32Array(page.rows).map((_, row) => row);
  for (const condition of conditions) {
    if (chosen.length === 0) break;
    const some = rowsFor(condition, page, chosen);
    chosen = gatherIntegers(chosen, trueRows(yield* evaluate(condition, some, evaluation)));
  }
  return chosen;
}

/** Returns some rows of a page with only the columns that an expression reads. */
function rowsFor(condition: Expression, page: Page, rows: Uint32Array): Page {
  if (rows.length === page.rows) return page;
  return chosenRows(page, rows, usedColumns([condition]));
}

/** Returns some rows of a page; columns that are not used are null. */
export function chosenRows(page: Page, rows: Uint32Array, used: UsedColumns | undefined): Page {
  const blocks = page.blocks.map((block, at) =>
    used?.has(at) === false ? nullBlock(rows.length) : gatherRows(block, rows),
  );
  return { rows: rows.length, blocks };
}

/** Returns the rows in which a boolean column is exactly true. */
export function trueRows(block: Block): Uint32Array {
  const { rows } = block;
  const chosen = new Uint32Array(rows);
  let count = 0;
  if (block.kind === 'constant') {
    return isTrue(block.values) ? chosen.map((_, row) => row) : chosen.subarray(0, 0);
  }
  if (block.kind !== 'numeric') return chosen.subarray(0, 0);
  const { starts, values } = block;
  if (starts === undefined) {
    for (let row = 0; row < rows; row++) {
      chosen[count] = row;
      count += Number(values[row] === 1);
    }
  } else {
    for (let row = 0; row < rows; row++) {
      const start = starts[row]!;
      if (starts[row + 1] === start + 1 && values[start] === 1) chosen[count++] = row;
    }
  }
  return chosen.subarray(0, count);
}

/** Returns whether a row has the single value true. */
export function isTrue(values: readonly unknown[]): boolean {
  return values.length === 1 && values[0] === 1;
}
