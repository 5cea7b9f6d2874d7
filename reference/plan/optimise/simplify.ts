import { at } from '../../base/assert.ts';
import type { Evaluation, Expression } from '../expression.ts';
import { resolveCall } from '../functions/functions.ts';
import { addColumns, moveColumns } from '../expression-columns.ts';
import { keepsRows } from '../keeps-rows.ts';
import type { ExtendNode, FilterNode, LimitNode, PlanNode, ProjectNode } from '../plan.ts';
import { withoutSorts } from './without-sorts.ts';

/** Reorders and merges the nodes of a plan, from the source upwards. */
export function simplify(node: PlanNode, evaluation: Evaluation): PlanNode {
  switch (node.kind) {
    case 'source':
    case 'row':
      return node;
    case 'filter':
      return filtered({ ...node, input: simplify(node.input, evaluation) }, evaluation);
    case 'limit':
      return limited({ ...node, input: simplify(node.input, evaluation) });
    case 'extend':
      return extended({ ...node, input: simplify(node.input, evaluation) });
    case 'project':
      return projected({ ...node, input: simplify(node.input, evaluation) });
    case 'aggregate':
      return { ...node, input: withoutSorts(simplify(node.input, evaluation)) };
    case 'inline_aggregate':
    case 'sort':
    case 'expand':
    case 'extract':
      return { ...node, input: simplify(node.input, evaluation) };
    default:
      return node satisfies never;
  }
}

/** Moves a filter below nodes that keep its columns, and merges it with a filter there. */
function filtered(node: FilterNode, evaluation: Evaluation): PlanNode {
  const { input, condition } = node;
  if (condition.kind === 'constant') {
    const isTrue = condition.values.length === 1 && Number(condition.values[0]) === 1;
    return isTrue ? input : { kind: 'limit', input, count: 0, output: node.output };
  }
  if (input.kind === 'filter') {
    const operands = [input.condition, condition];
    const both = resolveCall({ name: 'and', operands, place: condition.place }, evaluation);
    return filtered({ ...node, input: input.input, condition: both }, evaluation);
  }
  if (input.kind === 'sort' && input.most === Number.POSITIVE_INFINITY) {
    return { ...input, input: filtered({ ...node, input: input.input }, evaluation) };
  }
  if (input.kind !== 'project' && input.kind !== 'extend') return node;
  const moved = conditionBelow(condition, input);
  if (moved === undefined) return node;
  const below = input.input;
  const filter = { kind: 'filter', input: below, condition: moved, output: below.output } as const;
  return { ...input, input: filtered(filter, evaluation) };
}

/** Returns a condition for the input of a node; undefined if it reads a column that the node computes. */
function conditionBelow(
  condition: Expression,
  node: ExtendNode | ProjectNode,
): Expression | undefined {
  if (node.kind === 'project') return moveColumns(condition, (place) => at(node.places, place));
  const places = new Set<number>();
  addColumns(condition, places);
  const isBelow = [...places].every((place) => place < node.input.output.length);
  return isBelow ? condition : undefined;
}

/** Moves a limit below nodes with one output row per input row, or makes it part of a sort. */
function limited(node: LimitNode): PlanNode {
  const { input, count } = node;
  if (input.kind === 'limit') return limited({ ...input, count: Math.min(count, input.count) });
  if (input.kind === 'sort') return { ...input, most: Math.min(count, input.most) };
  if (input.kind === 'row') return count >= 1 ? input : node;
  if (!keepsRows(input)) return node;
  const below = input.input;
  return { ...input, input: limited({ ...node, input: below, output: below.output }) };
}

/** Merges two nodes that compute columns. */
function extended(node: ExtendNode): PlanNode {
  const { input, values, output } = node;
  return input.kind === 'extend'
    ? { ...input, values: [...input.values, ...values], output }
    : node;
}

/** Merges two projections. */
function projected(node: ProjectNode): PlanNode {
  const { input } = node;
  if (input.kind !== 'project') return node;
  return {
    ...node,
    input: input.input,
    places: node.places.map((place) => at(input.places, place)),
  };
}
