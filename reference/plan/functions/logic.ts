import type { Cell, Cells } from '../cells.ts';
import { isList } from '../cells.ts';
import type { CellBody, Settle } from './call.ts';
import { callOf, ofValues } from './call.ts';
import type { FunctionDefinition } from './define.ts';
import { defineCall } from './define.ts';
import { multiValueProblem } from './problems.ts';

/**
 * Combines truth values: if one is the `winner` (false for `and`, true for `or`), so is the result, even if another is
 * null; otherwise the result is null if one is null. If one has several values, it is null with a warning.
 */
export function joinTruth(winner: 0 | 1, cells: Cells, settle: Settle): Cell {
  if (cells.some(isList)) return settle(() => multiValueProblem);
  if (cells.includes(winner)) return winner;
  return cells.includes(null) ? null : 1 - winner;
}

/** Returns the definition of an operator with a truth value, which takes nulls too. */
function operator(
  [form, signature]: readonly [form: string, signature: string],
  description: string,
  body: CellBody,
): FunctionDefinition {
  const definition = defineCall(`${signature}: boolean`, description, ({ site, type, operands }) =>
    callOf(site, { type, operands, body }),
  );
  return { ...definition, signature: form };
}

/** `and`, `or` and `not`, with null as the third truth value, `IS NULL` and `IS NOT NULL`. */
export const logicFunctions: readonly FunctionDefinition[] = [
  operator(
    ['a AND b', 'and(a: boolean, b: boolean)'],
    'True if both are true; false if one is false, even if the other is null.',
    (cells, settle) => joinTruth(0, cells, settle),
  ),
  operator(
    ['a OR b', 'or(a: boolean, b: boolean)'],
    'True if one is true, even if the other is null; false if both are false.',
    (cells, settle) => joinTruth(1, cells, settle),
  ),
  operator(
    ['NOT a', 'not(a: boolean)'],
    'True for false, false for true, null for null.',
    ofValues((value: number) => value === 0),
  ),
  operator(
    ['a IS NULL', 'is_null(a: any type)'],
    'True if there is no value; never null.',
    ([cell]) => cell === null,
  ),
  operator(
    ['a IS NOT NULL', 'is_not_null(a: any type)'],
    'True if there is at least one value; never null.',
    ([cell]) => cell !== null,
  ),
];
