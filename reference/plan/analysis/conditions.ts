import type { Expression } from '../expression.ts';
import { QueryProblem } from '../expression.ts';
import type { ExpressionTree } from '../syntax.ts';
import { resolveExpression } from './resolve-expression.ts';
import type { Scope } from './scope.ts';

/**
 * Takes a condition; returns it with types, or undefined if it has a problem, which is then recorded in the analysis.
 */
export function resolveCondition(tree: ExpressionTree, scope: Scope): Expression | undefined {
  const found = resolveExpression(tree, scope);
  if (found === undefined || found.type === 'boolean' || found.type === 'null') return found;
  const problem = `Condition expression needs to be boolean, found [${found.type.toUpperCase()}]`;
  scope.analysis.problems.push(new QueryProblem(tree.place, problem));
  return undefined;
}
