import { Aggregation } from '../grouping/aggregation.ts';
import type { Cells } from '../page.ts';
import { partsOfPage } from '../page.ts';
import type { AggregateNode } from '../plan.ts';
import type { NodeContext, Pages, Run } from './run.ts';

/** Maximum number of groups that are finished in one step, and of the values of their columns. */
const groupsInStep = 1024;
const valuesInStep = 2 ** 17;

/** Maximum number of rows times keys that are grouped at once, for which memory is held. */
const keysAtOnce = 2 ** 20;

/**
 * Groups rows and aggregates each group. Without keys there is one group, even without rows.
 *
 * Clauses: query.stats, query.documents-found-plain-count.
 */
export function* aggregatePages(
  node: AggregateNode,
  input: Pages,
  { run, used }: NodeContext,
): Pages {
  const isRead = (nth: number): boolean => used?.has(nth) !== false;
  const counted = plainCount(node, run);
  if (counted !== undefined) {
    run.documents_found += node.aggregates.filter((_, nth) => isRead(nth)).length;
    yield { rows: 1, columns: node.aggregates.map(() => counted) };
    return;
  }
  const aggregation = new Aggregation(node, run, isRead);
  const most = Math.ceil(keysAtOnce / (1 + node.keys.length));
  for (const page of input) {
    for (const part of page === undefined ? [] : partsOfPage(page, most)) {
      yield* aggregation.add(part);
      yield;
    }
    if (page === undefined) yield;
  }
  yield* resultPages(aggregation, 1 + node.output.length);
}

function* resultPages(aggregation: Aggregation, width: number): Pages {
  const { groups } = aggregation;
  const most = Math.min(groupsInStep, Math.ceil(valuesInStep / width));
  for (let from = 0; from < groups; from += most) {
    const to = Math.min(groups, from + most);
    const figures = yield* aggregation.figures(from, to);
    const keys = yield* aggregation.keys(from, to);
    yield { rows: to - from, columns: [...figures, ...keys] };
  }
}

/** The result of a plan that only counts documents: they need not be read. */
function plainCount({ keys, aggregates, input }: AggregateNode, run: Run): Cells | undefined {
  if (keys.length > 0 || aggregates.length === 0 || run.source === undefined) return undefined;
  const isPlain = aggregates.every(
    ({ name, operands: [operand], where }) =>
      name === 'count' &&
      where === undefined &&
      (operand === undefined || (operand.kind === 'constant' && operand.values.length === 1)),
  );
  let below = input;
  while (below.kind === 'extend' || below.kind === 'project') below = below.input;
  return isPlain && below.kind === 'source' ? [run.source.count] : undefined;
}
