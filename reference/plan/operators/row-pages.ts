import { nullBlock } from '../block.ts';
import { Scratch } from '../blocks/scratch.ts';
import { slicePage } from '../blocks/gather.ts';
import { evaluate } from '../functions/evaluate.ts';
import type { FilterNode, LimitNode, ProjectNode, RowNode } from '../plan.ts';
import { rowFilter } from './row-conditions.ts';
import { chosenRows, isTrue, matchingRows } from './row-filter.ts';
import type { NodeContext, Pages } from './run.ts';

/** One row of constants. */
export function* rowPages({ values }: RowNode, { run }: NodeContext): Pages {
  const empty = { rows: 1, blocks: [] };
  yield { rows: 1, blocks: values.map((value) => evaluate(value, empty, run.evaluation)) };
}

/** Rows whose condition is true: not those where it is false, null or has several values. */
export function* filterPages({ condition }: FilterNode, input: Pages, context: NodeContext): Pages {
  const { run, used, passing } = context;
  if (condition.kind === 'constant' && !isTrue(condition.values)) return;
  const filter = rowFilter(condition);
  const scratch = new Scratch();
  const tools = { evaluation: run.evaluation, scratch };
  for (const page of input) {
    const chosen = page === undefined ? none : matchingRows(filter, page, tools);
    if (page === undefined || chosen.length === 0) yield;
    else if (chosen.length === page.rows) yield page;
    else yield chosenRows(page, chosen, passing ? { used, scratch } : { used });
  }
}

const none = new Uint32Array();

/** New columns from old ones. */
export function* projectPages({ values }: ProjectNode, input: Pages, context: NodeContext): Pages {
  const { used } = context;
  const { evaluation } = context.run;
  for (const page of input) {
    yield page === undefined
      ? undefined
      : {
          rows: page.rows,
          blocks: values.map((value, at) =>
            used === undefined || used.has(at)
              ? evaluate(value, page, evaluation)
              : nullBlock(page.rows),
          ),
        };
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
