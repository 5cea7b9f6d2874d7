import { Aggregation } from '../grouping/aggregation.ts';
import type { GroupsOfRows } from '../grouping/aggregation.ts';
import type { Cell, Page } from '../page.ts';
import { unread } from '../page.ts';
import type { UsedColumns } from '../expression-columns.ts';
import { cellsBytes, pageBytes } from '../page-bytes.ts';
import type { InlineAggregateNode } from '../plan.ts';
import { lightParts } from './light-parts.ts';
import type { NodeContext, Pages } from './run.ts';

const groupsInStep = 1024;

/** Returns whether nothing reads the aggregates of a node, so that its input need not be read to the end. */
export function isNeedless(node: InlineAggregateNode, used: UsedColumns): boolean {
  const first = node.input.output.length;
  return node.aggregates.every((_, nth) => used?.has(first + nth) === false);
}

/** Adds the aggregates of its group to each row of the input; nulls if a row belongs to several groups. */
export function* inlinePages(
  node: InlineAggregateNode,
  input: Pages,
  { run, used }: NodeContext,
): Pages {
  if (isNeedless(node, used)) {
    const added = node.aggregates.map(() => unread);
    for (const page of input) yield page && { ...page, columns: [...page.columns, ...added] };
    return;
  }
  const first = node.input.output.length;
  const aggregation = new Aggregation(node, run, (nth) => used?.has(first + nth) !== false);
  const kept: { readonly page: Page; readonly groups: GroupsOfRows }[] = [];
  for (const page of input) {
    if (page !== undefined) {
      const groups = yield* aggregation.add(page);
      run.reserve(pageBytes(page) + page.rows * 8);
      kept.push({ page, groups });
    }
    yield;
  }
  const figures = yield* allFigures(aggregation, node.aggregates.length);
  run.reserve(figures.reduce((sum, cells) => sum + cellsBytes(cells), 0));
  for (let next = kept.shift(); next !== undefined; next = kept.shift()) {
    const { page, groups } = next;
    const added = figures.map((cells) =>
      groups.map(([group = 0, ...others]) => (others.length > 0 ? null : (cells[group] ?? null))),
    );
    const columns = [...page.columns, ...added];
    yield* lightParts({ rows: page.rows, columns }, page.columns.length, run);
    run.reserve(-pageBytes(page) - page.rows * 8);
  }
}

/** Returns the aggregates of all groups, a column each. */
function* allFigures(
  aggregation: Aggregation,
  count: number,
): Generator<undefined, readonly (readonly Cell[])[]> {
  const figures = Array.from({ length: count }, (): Cell[] => []);
  for (let from = 0; from < aggregation.groups; from += groupsInStep) {
    const to = Math.min(aggregation.groups, from + groupsInStep);
    const columns = yield* aggregation.figures(from, to);
    for (const [nth, cells] of columns.entries()) figures[nth]?.push(...cells);
    yield;
  }
  return figures;
}
