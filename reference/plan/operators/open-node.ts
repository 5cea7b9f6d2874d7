import { columnsBehind } from '../expression-columns.ts';
import { keepsRows } from '../keeps-rows.ts';
import type { PlanNode } from '../plan.ts';
import { aggregatePages } from './aggregate-pages.ts';
import { expandPages } from './expand-pages.ts';
import { extractPages } from './extract-pages.ts';
import { extendPages, filterPages, limitPages, projectPages, rowPages } from './row-pages.ts';
import { inlinePages } from './inline-pages.ts';
import type { NodeContext, Pages } from './run.ts';
import { sortPages } from './sort-pages.ts';
import type { UsedColumns } from './used-columns.ts';
import { eitherColumns, usedColumns } from './used-columns.ts';
import { sourcePages } from './source-pages.ts';

/** Returns the pages of a node, computed step by step. The rows that each node passes on count against the budget. */
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
  return openAbove(node, context);
}

type NodeWithInput = Exclude<PlanNode, { readonly kind: 'source' | 'row' }>;

function openAbove(node: NodeWithInput, context: NodeContext): Pages {
  const { run } = context;
  const most = wantedRows(node, context);
  const used = columnsOfInput(node, context);
  const open = (input: PlanNode, share = context.share): Pages =>
    openNode(input, { ...context, most, share, used });
  switch (node.kind) {
    case 'limit':
      return limitPages(node, open(node.input));
    case 'extend':
      return extendPages(node, open(node.input), context);
    case 'project':
      return projectPages(node, open(node.input), context);
    case 'extract':
      return extractPages(node, open(node.input), context);
    case 'filter':
      return filterPages(node, open(node.input), context);
    case 'aggregate':
      return aggregatePages(node, context, open);
    case 'inline_aggregate':
      return inlinePages(node, open(node.input), run);
    case 'sort':
      return sortPages(node, open(node.input), run);
    case 'expand':
      return expandPages(node, open(node.input), context);
    default:
      return node satisfies never;
  }
}

/** Returns the maximum number of input rows that a node needs; nodes that filter, group or sort may need all. */
function wantedRows(node: NodeWithInput, { most }: NodeContext): number {
  if (node.kind === 'limit') return Math.min(node.count, most);
  return keepsRows(node) || node.kind === 'expand' ? most : Infinity;
}

/** Returns the input columns that a node, or a node above it, reads. */
function columnsOfInput(node: NodeWithInput, { used }: NodeContext): UsedColumns | undefined {
  switch (node.kind) {
    case 'extend':
      return used && columnsBehind(node, used);
    case 'project':
      return new Set(node.places.filter((_, at) => used === undefined || used.has(at)));
    case 'filter':
      return eitherColumns(used, usedColumns([node.condition]));
    case 'limit':
      return used;
    case 'aggregate': {
      const read = node.aggregates.flatMap(({ operands, where }) => [...operands, where]);
      return usedColumns([...node.keys, ...read]);
    }
    case 'expand':
      return eitherColumns(used, new Set([node.at]));
    case 'inline_aggregate':
    case 'sort':
    case 'extract':
      return undefined;
    default:
      return node satisfies never;
  }
}
