import type { Evaluation, Expression } from '../expression.ts';
import { resolveCall } from '../functions/functions.ts';
import type { FilterNode, LimitNode, PlanNode, ProjectNode } from '../plan.ts';
import { addColumns, replaceColumns } from './expression-columns.ts';
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
  const moved = input.kind === 'project' ? throughProject(condition, input) : undefined;
  if (input.kind !== 'project' || moved === undefined) return node;
  const below = input.input;
  const filter = filtered(
    { kind: 'filter', input: below, condition: moved, output: below.output },
    evaluation,
  );
  return { ...input, input: filter };
}

/** Rewrites a condition for the input of a projection; undefined if it reads a column that the projection computes. */
function throughProject(condition: Expression, { values }: ProjectNode): Expression | undefined {
  const places = new Set<number>();
  addColumns(condition, places);
  const isPlain = [...places].every((at) => values[at]?.kind === 'column');
  return isPlain ? replaceColumns(condition, (at) => values[at]) : undefined;
}

/** Moves a limit below nodes with one output row per input row, or makes it part of a sort. */
function limited(node: LimitNode): PlanNode {
  const { input, count } = node;
  if (input.kind === 'limit') return limited({ ...input, count: Math.min(count, input.count) });
  if (input.kind === 'sort') return { ...input, most: Math.min(count, input.most) };
  if (input.kind === 'row') return count >= 1 ? input : node;
  if (input.kind !== 'project' && input.kind !== 'extract') return node;
  const below = input.input;
  return { ...input, input: limited({ ...node, input: below, output: below.output }) };
}

/** Merges two projections if that computes nothing twice. */
function projected(node: ProjectNode): PlanNode {
  const { input } = node;
  if (input.kind !== 'project') return node;
  const uses = new Map<number, number>();
  for (const value of node.values) {
    const places = new Set<number>();
    addColumns(value, places);
    for (const at of places) uses.set(at, (uses.get(at) ?? 0) + 1);
  }
  const canMerge = input.values.every((value, at) => {
    if (value.kind !== 'call') return true;
    return (uses.get(at) ?? 0) <= 1 && !isInsideCall(node.values, at);
  });
  if (!canMerge) return node;
  const values = node.values.map((value) => replaceColumns(value, (at) => input.values[at]));
  return projected({ ...node, input: input.input, values });
}

/** Returns whether a call reads the column: after merging, it could be computed several times. */
function isInsideCall(values: readonly Expression[], at: number): boolean {
  return values.some((value) => {
    if (value.kind !== 'call') return false;
    const places = new Set<number>();
    addColumns(value, places);
    return places.has(at);
  });
}
