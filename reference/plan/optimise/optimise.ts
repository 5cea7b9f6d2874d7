import type { Work } from '../../base/work.ts';
import type { Evaluation } from '../expression.ts';
import type { PlanNode } from '../plan.ts';
import { pruneColumns } from './prune-columns.ts';
import { simplify } from './simplify.ts';

/**
 * Returns a plan with the same result that does less work: filters and limits are applied as early as possible, a sort
 * before a limit keeps only the rows within the limit, and sources load only the columns that are used.
 */
export function* optimise(root: PlanNode, evaluation: Evaluation): Work<PlanNode> {
  const simple = simplify(root, evaluation);
  yield;
  return yield* pruneColumns(simple);
}
