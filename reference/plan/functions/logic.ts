import type { Cell, Cells } from '../cells.ts';
import { isList } from '../cells.ts';
import type { CallSite, Expression } from '../expression.ts';
import { acceptsOf, checkArguments, ordinalOf, wrongType } from './arguments.ts';
import type { Settle } from './call.ts';
import { callOf, ofValues } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { multiValueProblem } from './problems.ts';

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
export function joinTruth(winner: 0 | 1, cells: Cells, settle: Settle): Cell {
  const truths = cells.map((cell) => (isList(cell) ? settle(() => multiValueProblem) : cell));
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
        body: (cells, settle) => joinTruth(winner, cells, settle),
      }),
  };
}

function nullTest(
  name: string,
  description: string,
  test: (isNull: boolean) => boolean,
): FunctionDefinition {
  return {
    name,
    signature: `a ${name.replaceAll('_', ' ').toUpperCase()}`,
    description,
    resolve(site, evaluation) {
      const parameters = [{ name: 'a', accepts: acceptsOf('any type') }];
      const operands = checkArguments(site, parameters, evaluation);
      return callOf(site, { type: 'boolean', operands, body: ([cell]) => test(cell === null) });
    },
  };
}

/** `and`, `or` and `not`, with null as the third truth value, `IS NULL` and `IS NOT NULL`. */
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
        body: ofValues((value: number) => value === 0),
      }),
  },
  nullTest('is_null', 'True if there is no value; never null.', (isNull) => isNull),
  nullTest('is_not_null', 'True if there is at least one value; never null.', (isNull) => !isNull),
];
