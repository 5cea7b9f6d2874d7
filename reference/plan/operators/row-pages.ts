import { at } from '../../base/assert.ts';
import type { Page } from '../block.ts';
import { nullBlock } from '../block.ts';
import { BlockTooLarge } from '../blocks/block-too-large.ts';
import { slicePage } from '../blocks/gather.ts';
import { blockBytes } from '../blocks/page-bytes.ts';
import { columnsBehind } from '../expression-columns.ts';
import { evaluate, evaluateAll } from '../functions/evaluate.ts';
import type { ExtendNode, FilterNode, LimitNode, ProjectNode, RowNode } from '../plan.ts';
import { chosenRows, isTrue, matchingRows, partsOf } from './row-filter.ts';
import type { NodeContext, Pages } from './run.ts';

/** One row of constants. */
export function* rowPages({ values }: RowNode, { run }: NodeContext): Pages {
  const empty = { rows: 1, blocks: [] };
  yield { rows: 1, blocks: yield* evaluateAll(values, empty, run.evaluation) };
}

/** Rows for which the condition is true; not false, null or several values. */
export function* filterPages({ condition }: FilterNode, input: Pages, context: NodeContext): Pages {
  const { run, used } = context;
  if (condition.kind === 'constant' && !isTrue(condition.values)) return;
  const conditions = partsOf(condition);
  for (const page of input) {
    const chosen =
      page === undefined ? none : yield* matchingRows(conditions, page, run.evaluation);
    if (page === undefined || chosen.length === 0) yield;
    else if (chosen.length === page.rows) yield page;
    else yield chosenRows(page, chosen, used);
  }
}

const none = new Uint32Array();

/** Selects columns. */
export function* projectPages({ places }: ProjectNode, input: Pages, { used }: NodeContext): Pages {
  const isUsed = (nth: number): boolean => used === undefined || used.has(nth);
  for (const page of input) {
    if (page === undefined) yield;
    else {
      const { rows, blocks } = page;
      const chosen = places.map((place, nth) =>
        isUsed(nth) ? at(blocks, place) : nullBlock(rows),
      );
      yield { rows, blocks: chosen };
    }
  }
}

/** Computes columns. */
export function* extendPages(node: ExtendNode, input: Pages, context: NodeContext): Pages {
  const { used } = context;
  const wanted = used && columnsBehind(node, used);
  for (const page of input) {
    if (page === undefined) yield;
    else yield* extended(node, page, { ...context, used: wanted });
  }
}

/** Number of columns that are computed in one step. */
const columnsAtOnce = 16;

/** If the columns of a page become too large, they are computed for half of its rows at a time. */
function* extended(node: ExtendNode, page: Page, context: NodeContext): Pages {
  const { run } = context;
  const held = { bytes: 0 };
  try {
    yield* computed(node, page, { ...context, held });
  } catch (error) {
    if (!(error instanceof BlockTooLarge) || page.rows === 1) throw error;
    run.reserve(-held.bytes);
    held.bytes = 0;
    const middle = page.rows >>> 1;
    yield* extended(node, slicePage(page, 0, middle), context);
    yield* extended(node, slicePage(page, middle, page.rows), context);
  }
  run.reserve(-held.bytes);
}

interface Computing extends NodeContext {
  /** Memory reserved for the columns of the page. */
  readonly held: { bytes: number };
}

function* computed({ values }: ExtendNode, page: Page, { run, used, held }: Computing): Pages {
  const blocks = [...page.blocks];
  for (const [nth, value] of values.entries()) {
    if (nth % columnsAtOnce === columnsAtOnce - 1) yield;
    const isUsed = used === undefined || used.has(blocks.length);
    const known = { rows: page.rows, blocks };
    const block = isUsed ? yield* evaluate(value, known, run.evaluation) : nullBlock(page.rows);
    blocks.push(block);
    if (!isUsed || value.kind !== 'call') continue;
    const bytes = blockBytes(block);
    run.reserve(bytes);
    held.bytes += bytes;
  }
  yield { rows: page.rows, blocks };
}

/** Returns the first rows and then closes the input. */
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
