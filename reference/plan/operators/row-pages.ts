import { at } from '../../base/assert.ts';
import { chosenRows, columnsBehind } from '../expression-columns.ts';
import { evaluate, evaluateAll } from '../functions/evaluate.ts';
import { cellOf, slicePage, unread } from '../page.ts';
import type { Page } from '../page.ts';
import { cellsBytes } from '../page-bytes.ts';
import type { ExtendNode, FilterNode, LimitNode, ProjectNode, RowNode } from '../plan.ts';
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
  for (const page of input) {
    if (page === undefined) yield;
    else {
      const truths = yield* evaluate(condition, page, run.evaluation);
      const rows = [...truths.keys()].filter((row) => truths[row] === 1);
      yield rows.length === 0 ? undefined : chosenRows(page, rows, used);
    }
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

function* extended({ values }: ExtendNode, page: Page, { run, used }: NodeContext): Pages {
  const columns = [...page.columns];
  let held_bytes = 0;
  for (const [nth, value] of values.entries()) {
    if (nth % columnsAtOnce === columnsAtOnce - 1) yield;
    const isUsed = used === undefined || used.has(columns.length);
    const known = { rows: page.rows, columns };
    const cells = isUsed ? yield* evaluate(value, known, run.evaluation) : unread;
    columns.push(cells);
    if (!isUsed || value.kind !== 'call') continue;
    const bytes = cellsBytes(cells);
    run.reserve(bytes);
    held_bytes += bytes;
  }
  yield { rows: page.rows, columns };
  run.reserve(-held_bytes);
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
