import type { ExtendNode, ExtractNode, PlanNode, ProjectNode } from './plan.ts';

/** Returns whether a node has exactly one row for each row of its input, in the same order. */
export function keepsRows(node: PlanNode): node is ExtendNode | ExtractNode | ProjectNode {
  return node.kind === 'extend' || node.kind === 'extract' || node.kind === 'project';
}
