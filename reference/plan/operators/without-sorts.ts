import { keepsRows } from '../keeps-rows.ts';
import type { PlanNode } from '../plan.ts';

/** Takes the input of an aggregate; returns it without sorts that only change the order of its rows. */
export function withoutSorts(node: PlanNode): PlanNode {
  if (node.kind === 'sort') return withoutSorts(node.input);
  const isRowByRow = keepsRows(node) || node.kind === 'filter' || node.kind === 'expand';
  return isRowByRow ? { ...node, input: withoutSorts(node.input) } : node;
}
