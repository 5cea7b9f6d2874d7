import { at } from '../../base/assert.ts';
import { chosenRows, columnsBehind } from '../expression-columns.ts';
import { PageTooLarge } from '../functions/apply.ts';
import { evaluate, evaluateAll } from '../functions/evaluate.ts';
import { cellOf, slicePage, unread } from '../page.ts';
import type { Page } from '../page.ts';
import { cellsBytes } from '../page-bytes.ts';
import type { ExtendNode, FilterNode, LimitNode, ProjectNode, RowNode } from '../plan.ts';
import { matchingRows, partsOf } from './row-filter.ts';
import type { NodeContext, Pages } from './run.ts';

/** One row of constants. */
export function* rowPages({ values }: RowNode, { run }: NodeContext): Pages {
  const empty = { rows: 1, columns: [] };
  yield { rows: 1, columns: yield* evaluateAll(values, empty, run.evaluation) };
}

/** Rows for which the condition is true; not false, null or several values. */
export function* filterPages({ condition }: FilterNode, input: Pages, context: NodeContext): Pages {
  const { run, used } = context;
  if (condition.kind === 'constant' && cellOf(condition.values) !== 1) return;
  const conditions = partsOf(condition);
  for (const page of input) {
    const rows = page && (yield* matchingRows(conditions, page, run.evaluation));
    yield page !== undefined && rows !== undefined && rows.length > 0
      ? chosenRows(page, rows, used)
      : undefined;
  }
}

/** Selects columns. */
export function* projectPages({ places }: ProjectNode, input: Pages): Pages {
  for (const page of input) {
    yield page && { rows: page.rows, columns: places.map((place) => at(page.columns, place)) };
  }
}

/** Computes columns. */
export function* extendPages(node: ExtendNode, input: Pages, context: NodeContext): Pages {
  const used = columnsBehind(node, context.used);
  for (const page of input) {
    if (page === undefined) yield;
    else yield* extended(node, page, { ...context, used });
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
    if (!(error instanceof PageTooLarge) || page.rows === 1) throw error;
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
  const columns = [...page.columns];
  for (const [nth, value] of values.entries()) {
    if (nth % columnsAtOnce === columnsAtOnce - 1) yield;
    const isUsed = used === undefined || used.has(columns.length);
    const known = { rows: page.rows, columns };
    const cells = isUsed ? yield* evaluate(value, known, run.evaluation) : unread;
    columns.push(cells);
    if (!isUsed || value.kind !== 'call') continue;
    const bytes = cellsBytes(cells);
    run.reserve(bytes);
    held.bytes += bytes;
  }
  yield { rows: page.rows, columns };
}

/** Returns the first rows and then closes the input. */
export function* limitPages({ count }: LimitNode, input: Pages): Pages {
  let left = count;
  if (left <= 0) return;
  for (const page of input) {
    yield page && slicePage(page, 0, Math.min(left, page.rows));
    left -= page?.rows ?? 0;
    if (left <= 0) return;
  }
}
