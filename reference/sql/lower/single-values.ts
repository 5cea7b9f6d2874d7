import type { CommandTree, ExpressionTree, QueryTree } from '../../plan/syntax.ts';
import { callOf } from '../../query/operators.ts';

import { mapTree } from './map-tree.ts';

/**
 * Rewrites a query so that its expressions use the first of several values of a column; keys of groups are unchanged.
 */
export function singleValues(tree: QueryTree): QueryTree {
  return tree.map((step) => ofStep(step));
}

function ofStep(step: CommandTree): CommandTree {
  if (step.kind === 'where') return { ...step, condition: firstOf(step.condition) };
  if (step.kind === 'eval') return { ...step, values: step.values.map(ofValue) };
  if (step.kind === 'sort') return { ...step, keys: step.keys.map(ofValue) };
  return step;
}

function ofValue<T extends { readonly value: ExpressionTree }>(holder: T): T {
  return { ...holder, value: firstOf(holder.value) };
}

/** Replaces columns by their first values, except in full-text searches, which need the field itself. */
function firstOf(tree: ExpressionTree): ExpressionTree {
  return mapTree(tree, (part) => {
    if (part.kind === 'call' && part.name === 'match') return part;
    return part.kind === 'name' ? callOf('mv_first', part.place, [part]) : undefined;
  });
}
