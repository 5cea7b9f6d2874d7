import type { Expression } from '../expression.ts';
import { columnsBehind, usedColumns } from '../expression-columns.ts';
import type { UsedColumns } from '../expression-columns.ts';
import type { PlanNode } from '../plan.ts';
import { aggregatePages } from './aggregate-pages.ts';
import { expandPages } from './expand-pages.ts';
import { extractPages } from './extract-pages.ts';
import { extendPages, filterPages, limitPages, projectPages, rowPages } from './row-pages.ts';
import type { NodeContext, Pages } from './run.ts';
import { sortPages } from './sort-pages.ts';
import { sourcePages } from './source-pages.ts';

/**
 * Returns the pages of a node, computed step by step. The rows that each node passes on count against the budget. Only
 * the columns and rows that a node above reads are computed.
 */
export function* openNode(node: PlanNode, context: NodeContext): Pages {
  // Opening a long chain of nodes takes time.
  yield;
  for (const page of pagesOf(node, context)) {
    if (page !== undefined) context.run.countRows(page.rows);
    yield page;
  }
}

function pagesOf(node: PlanNode, context: NodeContext): Pages {
  if (node.kind === 'source') return sourcePages(node, context);
  if (node.kind === 'row') return rowPages(node, context);
  const input = openNode(node.input, {
    run: context.run,
    most: wantedRows(node, context),
    used: columnsOfInput(node, context),
  });
  switch (node.kind) {
    case 'limit':
      return limitPages(node, input);
    case 'extend':
      return extendPages(node, input, context);
    case 'project':
      return projectPages(node, input);
    case 'extract':
      return extractPages(node, input, context);
    case 'filter':
      return filterPages(node, input, context);
    case 'aggregate':
      return aggregatePages(node, input, context);
    case 'sort':
      return sortPages(node, input, context);
    case 'expand':
      return expandPages(node, input, context);
    default:
      return node satisfies never;
  }
}

type NodeWithInput = Exclude<PlanNode, { readonly kind: 'source' | 'row' }>;

/** Returns the maximum number of input rows that a node needs; nodes that filter, group or sort may need all. */
function wantedRows(node: NodeWithInput, { most }: NodeContext): number {
  if (node.kind === 'limit') return Math.min(node.count, most);
  return ['filter', 'aggregate', 'sort'].includes(node.kind) ? Infinity : most;
}

/** Returns the input columns that a node, or a node above it, reads. */
function columnsOfInput(node: NodeWithInput, { used }: NodeContext): UsedColumns {
  switch (node.kind) {
    case 'extend':
      return columnsBehind(node, used);
    case 'project':
      return new Set(node.places.filter((_, at) => used?.has(at) !== false));
    case 'aggregate': {
      const figures = node.aggregates.filter((_, at) => used?.has(at) !== false);
      return usedColumns([
        ...node.keys,
        ...figures.flatMap(({ operands, where }) => [...operands, where]),
      ]);
    }
    case 'expand':
      return used && new Set([...used, node.at]);
    case 'limit':
    case 'filter':
    case 'sort':
    case 'extract':
      return used && usedColumns(expressionsOf(node), used);
    default:
      return node satisfies never;
  }
}

/** Returns the expressions that a node evaluates. */
function expressionsOf(
  node: Extract<NodeWithInput, { readonly kind: 'limit' | 'filter' | 'sort' | 'extract' }>,
): readonly Expression[] {
  if (node.kind === 'sort') return node.keys.map(({ value }) => value);
  if (node.kind === 'filter') return [node.condition];
  return node.kind === 'extract' ? [node.value] : [];
}
