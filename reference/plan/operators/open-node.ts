import type { Approximation } from '../approximation.ts';
import type { PlanNode } from '../plan.ts';
import type { Pages, Run } from './run.ts';

/** What every operator is handed. */
export interface NodeContext {
  readonly run: Run;
  readonly approximation: Approximation | undefined;
}

/** Opens a node: gives what does its work, step by step. */
export function* openNode(node: PlanNode, context: NodeContext): Pages {
  yield;
  throw new Error(`no operator for ${node.kind} in ${String(context.run.page_rows)}`);
}
