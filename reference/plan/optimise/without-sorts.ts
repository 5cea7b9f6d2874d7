import type { PlanNode } from '../plan.ts';

/** Takes what goes into an aggregate; gives it without the sorts that only change the order of its rows. */
export function withoutSorts(node: PlanNode): PlanNode {
  switch (node.kind) {
    case 'sort':
      return node.most === Number.POSITIVE_INFINITY ? withoutSorts(node.input) : node;
    case 'filter':
    case 'project':
    case 'expand':
    case 'extract':
      return { ...node, input: withoutSorts(node.input) };
    default:
      return node;
  }
}
