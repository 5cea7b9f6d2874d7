import type { Cell } from '../../page.ts';
import { isList } from '../../page.ts';
import type { CallContext, CallSite, Expression } from '../../expression.ts';
import { applyCells, applyRows } from '../apply.ts';
import { wrongType } from '../arguments.ts';
import { callOf, ordinalOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import { multiValueProblem } from '../problems.ts';

/** Returns the operands of a logical operator. Throws a QueryProblem if one is neither a boolean nor null. */
function booleans(site: CallSite): readonly Expression[] {
  for (const [at, operand] of site.operands.entries()) {
    if (operand.type === 'boolean' || operand.type === 'null') continue;
    const ordinal = ordinalOf(at, site.operands.length);
    throw wrongType(operand, { text: site.place.text, ordinal, label: 'boolean' });
  }
  return site.operands;
}

/**
 * Combines truth values: if one is the `winner` (false for `and`, true for `or`), so is the result, even if another is
 * null; otherwise the result is null if one is null. Several values are null, with a warning.
 */
export function joinTruth(winner: 0 | 1, cells: readonly Cell[], call: CallContext): Cell {
  const truths = cells.map((cell) => {
    if (isList(cell)) call.evaluation.warn(call.place, multiValueProblem);
    return isList(cell) ? null : cell;
  });
  if (truths.includes(winner)) return winner;
  return truths.includes(null) ? null : 1 - winner;
}

function junction(name: 'and' | 'or', description: string): FunctionDefinition {
  const winner = name === 'and' ? 0 : 1;
  return {
    name,
    signature: `a ${name.toUpperCase()} b`,
    description,
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: (operands, call) =>
          applyCells((cells) => joinTruth(winner, cells, call))(operands, call),
      }),
  };
}

/** `and`, `or` and `not`, with null as the third truth value. */
export const logicFunctions: readonly FunctionDefinition[] = [
  junction('and', 'True if both are true; false if one is false, even if the other is null.'),
  junction('or', 'True if one is true, even if the other is null; false if both are false.'),
  {
    name: 'not',
    signature: 'NOT a',
    description: 'True for false, false for true, null for null.',
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: applyRows((value: number) => value === 0),
      }),
  },
];
