import { defined } from '../../base/assert.ts';
import { findAggregate } from '../aggregates/resolve-aggregate.ts';
import type { Cells } from '../page.ts';
import { partsOfPage } from '../page.ts';
import { Aggregation } from '../grouping/aggregation.ts';
import type { AggregateNode, PlanNode } from '../plan.ts';
import { scaleFigures } from './scale-figures.ts';
import { withoutSorts } from './without-sorts.ts';
import type { NodeContext, Pages } from './run.ts';

/** Sources with at most this number of documents are never sampled. */
const exactDocuments = 100_000;

/** If the sample has fewer rows, all documents are read. */
const minSampledRows = 5_000;

/** Maximum number of groups that are finished in one step, and of the values of their columns. */
const groupsInStep = 1024;
const valuesInStep = 2 ** 17;

/** Maximum number of rows times keys that are grouped at once, for which memory is held. */
const keysAtOnce = 2 ** 20;

/** Opens the input of a node; `share` limits it to that share of the documents of its source. */
export type OpenInput = (input: PlanNode, share?: number) => Pages;

/**
 * Groups rows and aggregates each group. Without keys there is one group, even without rows.
 *
 * Clauses: query.stats, query.documents-found-plain-count, query.approximation-default-false,
 * query.approximation-near, query.approximation-without-stats, query.approximation-settings.
 */
export function* aggregatePages(
  given: AggregateNode,
  context: NodeContext,
  open: OpenInput,
): Pages {
  const { run, used } = context;
  const node = { ...given, input: withoutSorts(given.input) };
  const isRead = (nth: number): boolean => used?.has(nth) !== false;
  const counted = plainCount(node, context);
  if (counted !== undefined) {
    run.documents_found += node.aggregates.filter((_, nth) => isRead(nth)).length;
    yield { rows: 1, columns: node.aggregates.map(() => counted) };
    return;
  }
  const share = sampledShare(node, context);
  if (share !== undefined) {
    const before = run.documents_found;
    const sample = new Aggregation(node, run, isRead);
    const rows = yield* addRows(sample, node, open(node.input, share));
    if (rows >= minSampledRows) {
      const { count } = defined(run.source, 'source of a sample');
      const ratio = count / (run.documents_found - before);
      yield* resultPages(sample, node, ratio);
      return;
    }
  }
  const all = new Aggregation(node, run, isRead);
  yield* addRows(all, node, open(node.input));
  yield* resultPages(all, node, 1);
}

function* addRows(
  aggregation: Aggregation,
  { keys }: AggregateNode,
  input: Pages,
): Generator<undefined, number> {
  const most = Math.ceil(keysAtOnce / (1 + keys.length));
  let rows = 0;
  for (const page of input) {
    for (const part of page === undefined ? [] : partsOfPage(page, most)) {
      yield* aggregation.add(part);
      yield;
    }
    if (page === undefined) yield;
    else rows += page.rows;
  }
  return rows;
}

function* resultPages(
  aggregation: Aggregation,
  { aggregates, output }: AggregateNode,
  ratio: number,
): Pages {
  const { groups } = aggregation;
  const most = Math.min(groupsInStep, Math.ceil(valuesInStep / (1 + output.length)));
  for (let from = 0; from < groups; from += most) {
    const to = Math.min(groups, from + most);
    const figures = yield* aggregation.figures(from, to);
    const scaled = ratio === 1 ? figures : scaleFigures(figures, aggregates, ratio);
    const keys = yield* aggregation.keys(from, to);
    yield { rows: to - from, columns: [...scaled, ...keys] };
  }
}

/** The result of a plan that only counts documents: they need not be read. */
function plainCount(
  { keys, aggregates, input }: AggregateNode,
  { run }: NodeContext,
): Cells | undefined {
  if (keys.length > 0 || aggregates.length === 0 || run.source === undefined) return undefined;
  const isPlain = aggregates.every(
    ({ name, operands: [operand], where }) =>
      name === 'count' &&
      where === undefined &&
      (operand === undefined || (operand.kind === 'constant' && operand.values.length === 1)),
  );
  if (!isPlain || below(input, ['extend', 'project', 'inline_aggregate']).kind !== 'source')
    return undefined;
  return [run.source.count];
}

/** Returns the first node down a chain that is not of one of these kinds. */
function below(node: PlanNode, kinds: readonly PlanNode['kind'][]): PlanNode {
  let found = node;
  while (kinds.includes(found.kind) && 'input' in found) found = found.input;
  return found;
}

/** Returns the share of the documents to sample if results may be estimated; undefined if all are needed. */
function sampledShare(node: AggregateNode, context: NodeContext): number | undefined {
  const { run, approximation } = context;
  const documents = run.source?.count ?? 0;
  if (approximation === undefined || documents <= exactDocuments) return undefined;
  if (approximation.rows >= documents) return undefined;
  const canSample = node.aggregates.every(
    ({ name }) => (findAggregate(name)?.sampled ?? 'never') !== 'never',
  );
  const source = below(node.input, ['extend', 'project', 'filter', 'extract', 'expand']);
  return canSample && source.kind === 'source' ? approximation.rows / documents : undefined;
}
