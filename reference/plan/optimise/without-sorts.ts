import type { PlanNode } from '../plan.ts';

/** Takes the input of an aggregate; returns it without sorts that only change the order of its rows. */
export function withoutSorts(node: PlanNode): PlanNode {
  if (node.kind === 'sort') {
    return node.most === Number.POSITIVE_INFINITY ? withoutSorts(node.input) : node;
  }
  const keepsRows =
    node.kind === 'filter' ||
    node.kind === 'extend' ||
    node.kind === 'project' ||
    node.kind === 'expand' ||
    node.kind === 'extract';
  return keepsRows ? { ...node, input: withoutSorts(node.input) } : node;
}
