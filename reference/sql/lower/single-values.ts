import type { CommandTree, ExpressionTree, QueryTree } from '../../plan/syntax.ts';
import { callOf } from '../parse/trees.ts';
import { mapTree } from './map-tree.ts';

/**
 * Takes a query; returns one whose expressions take the first of several values of a column. Keys of groups are left
 * alone.
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

/** Searches of full text are about the field and not its value. */
function firstOf(tree: ExpressionTree): ExpressionTree {
  return mapTree(tree, (part) => {
    if (part.kind === 'call' && part.name === 'match') return part;
    return part.kind === 'name' ? callOf('mv_first', part.place, [part]) : undefined;
  });
}
