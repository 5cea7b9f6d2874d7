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

function junction(
  name: 'and' | 'or',
  described: Pick<FunctionDefinition, 'description' | 'examples'>,
): FunctionDefinition {
  const winner = name === 'and' ? 0 : 1;
  return {
    name,
    signature: `a ${name.toUpperCase()} b`,
    ...described,
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
  junction('and', {
    description: 'True if both are true; false if one is false, even if the other is null.',
    examples: [
      { call: 'true AND false', gives: false },
      { call: 'null AND false', gives: false },
      { call: 'null AND true', gives: null },
    ],
  }),
  junction('or', {
    description: 'True if one is true, even if the other is null; false if both are false.',
    examples: [
      { call: 'true OR null', gives: true },
      { call: 'false OR null', gives: null },
      { call: 'false OR false', gives: false },
    ],
  }),
  {
    name: 'not',
    signature: 'NOT a',
    description: 'True for false, false for true, null for null.',
    examples: [
      { call: 'NOT true', gives: false },
      { call: 'NOT (1 == 2)', gives: true },
      { call: 'NOT null', gives: null },
    ],
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: applyRows('boolean', ([value]) => (value === 1 ? 0 : 1)),
      }),
  },
];
