import type { Block } from '../../block.ts';
import { countAt, valueAt } from '../../block.ts';
import type { CallContext, CallSite, Expression } from '../../expression.ts';
import { wrongType } from '../arguments.ts';
import { callOf, ordinalOf } from '../call.ts';
import type { FunctionDefinition } from '../definition.ts';
import { createBuilder } from '../kernels/builder.ts';
import { multiValueProblem, warn } from '../kernels/problems.ts';
import { applyRows } from '../kernels/rows.ts';

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
 * Combines two columns of booleans: if one operand is the `winner` (false for `and`, true for `or`), so is the result,
 * even if the other is null; otherwise the result is null if an operand is null.
 */
export function joinTruth(winner: 0 | 1, operands: readonly Block[], call: CallContext): Block {
  const builder = createBuilder('boolean', call.rows);
  for (let row = 0; row < call.rows; row++) {
    const truths = operands.map((block) => truthAt(block, row, call));
    if (truths.includes(winner)) builder.one(winner);
    else if (truths.includes(undefined)) builder.none();
    else builder.one(1 - winner);
  }
  return builder.finish();
}

/** Returns 0 or 1; undefined for null, and with a warning for several values. */
function truthAt(block: Block, row: number, call: CallContext): number | undefined {
  const count = countAt(block, row);
  if (count > 1) warn(call, multiValueProblem);
  return count === 1 ? Number(valueAt(block, row)) : undefined;
}

const negation = applyRows('boolean', ([value]) => (value === 1 ? 0 : 1));

/** `and`, `or` and `not`, with null as the third truth value. */
export const logicFunctions: readonly FunctionDefinition[] = [
  {
    name: 'and',
    signature: 'a AND b',
    description: 'True if both are true; false if one is false, even if the other is null.',
    examples: [
      { call: 'true AND false', gives: false },
      { call: 'null AND false', gives: false },
      { call: 'null AND true', gives: null },
    ],
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: (operands, call) => joinTruth(0, operands, call),
      }),
  },
  {
    name: 'or',
    signature: 'a OR b',
    description: 'True if one is true, even if the other is null; false if both are false.',
    examples: [
      { call: 'true OR null', gives: true },
      { call: 'false OR null', gives: null },
      { call: 'false OR false', gives: false },
    ],
    resolve: (site) =>
      callOf(site, {
        type: 'boolean',
        operands: booleans(site),
        apply: (operands, call) => joinTruth(1, operands, call),
      }),
  },
  {
    name: 'not',
    signature: 'NOT a',
    description: 'True for false, false for true, null for null.',
    examples: [
      { call: 'NOT true', gives: false },
      { call: 'NOT (1 == 2)', gives: true },
      { call: 'NOT null', gives: null },
    ],
    resolve: (site) => callOf(site, { type: 'boolean', operands: booleans(site), apply: negation }),
  },
];
