import type { AggregateCall } from '../../aggregate.ts';
import { isAggregate, resolveAggregate } from '../../aggregates/resolve-aggregate.ts';
import type { Expression } from '../../expression.ts';
import { QueryProblem } from '../../expression.ts';
import type { CallTree, ExpressionTree } from '../../syntax.ts';
import { resolveCondition } from '../conditions.ts';
import { resolveExpression } from '../resolve-expression.ts';
import type { Scope } from '../scope.ts';
import { noting } from '../scope.ts';

/** Returns the outermost calls of aggregates in an expression. */
export function aggregateCalls(tree: ExpressionTree): readonly CallTree[] {
  if (tree.kind !== 'call') return [];
  return isAggregate(tree.name) ? [tree] : tree.operands.flatMap(aggregateCalls);
}

/** Returns an aggregate with its operands resolved, or undefined if it has a problem. */
export function resolveAggregateCall(
  call: CallTree,
  where: Expression | undefined,
  scope: Scope,
): AggregateCall | undefined {
  const { analysis } = scope;
  const { name, place } = call;
  const inner = call.operands.flatMap(aggregateCalls);
  for (const each of inner) {
    const problem = `nested aggregations [${each.place.text}] not allowed inside other aggregations [${place.text}]`;
    analysis.problems.push(new QueryProblem(each.place, problem));
  }
  if (inner.length > 0) return undefined;
  // `count(*)` counts rows, like `count()`.
  const isStar = name === 'count' && call.operands.length === 1 && isStarTree(call.operands[0]);
  const trees = isStar ? [] : call.operands;
  const operands = trees.map((tree) => resolveExpression(tree, scope));
  const known = operands.filter((operand) => operand !== undefined);
  if (known.length < operands.length) return undefined;
  return noting(analysis, () => resolveAggregate({ name, place, operands: known, where }));
}

/** Returns the condition of an aggregate: undefined if there is no condition or if it has a problem. */
export function resolveAggregateCondition(
  where: ExpressionTree | undefined,
  scope: Scope,
): Expression | undefined {
  return where && resolveCondition(where, scope);
}

function isStarTree(tree: ExpressionTree | undefined): boolean {
  return tree?.kind === 'star';
}
