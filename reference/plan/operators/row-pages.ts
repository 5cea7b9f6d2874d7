import type { Block } from '../block.ts';
import { gatherPage, slicePage } from '../blocks/gather.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { FilterNode, LimitNode, ProjectNode, RowNode } from '../plan.ts';
import type { NodeContext, Pages } from './run.ts';

/** One row of constants. */
export function* rowPages({ values }: RowNode, { run }: NodeContext): Pages {
  const empty = { rows: 1, blocks: [] };
  yield { rows: 1, blocks: values.map((value) => evaluate(value, empty, run.evaluation)) };
}

/** Rows whose condition is true: not those where it is false, null or has several values. */
export function* filterPages({ condition }: FilterNode, input: Pages, context: NodeContext): Pages {
  const { evaluation } = context.run;
  if (condition.kind === 'constant' && !isTrue(condition.values)) return;
  for (const page of input) {
    if (page === undefined) {
      yield;
      continue;
    }
    const chosen = trueRows(evaluate(condition, page, evaluation));
    if (chosen.length === page.rows) yield page;
    else if (chosen.length === 0) yield;
    else {
      const first = chosen[0] ?? 0;
      const end = (chosen.at(-1) ?? 0) + 1;
      yield end - first === chosen.length ? slicePage(page, first, end) : gatherPage(page, chosen);
    }
  }
}

function isTrue(values: readonly unknown[]): boolean {
  return values.length === 1 && values[0] === 1;
}

/** Gives the rows in which a boolean column is just true. */
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
      if (values[row] === 1) count++;
    }
  } else {
    for (let row = 0; row < rows; row++) {
      const start = starts[row] ?? 0;
      if (starts[row + 1] === start + 1 && values[start] === 1) chosen[count++] = row;
    }
  }
  return chosen.subarray(0, count);
}

/** New columns from old ones. */
export function* projectPages({ values }: ProjectNode, input: Pages, context: NodeContext): Pages {
  const { evaluation } = context.run;
  for (const page of input) {
    yield page === undefined
      ? undefined
      : { rows: page.rows, blocks: values.map((value) => evaluate(value, page, evaluation)) };
  }
}

/** The first rows; the input ends with them. */
export function* limitPages({ count }: LimitNode, input: Pages): Pages {
  let left = count;
  if (left <= 0) return;
  for (const page of input) {
    if (page === undefined || page.rows <= left) {
      yield page;
      left -= page?.rows ?? 0;
    } else {
      yield slicePage(page, 0, left);
      left = 0;
    }
    if (left === 0) return;
  }
}
