import { didYouMean } from '../../base/similar-names.ts';
import type { ExpressionTree, SourceLocation } from '../../plan/syntax.ts';
import { meaningProblem } from '../sql-problem.ts';
import {
  aggregateFunctions,
  conditionalFunctions,
  mathFunctions,
  stringFunctions,
} from './value-functions.ts';
import { dateFunctions } from './date-functions.ts';
import type { SqlFunctions } from './definition.ts';
import { written } from './definition.ts';

const functions: SqlFunctions = {
  ...aggregateFunctions,
  ...conditionalFunctions,
  ...dateFunctions,
  ...mathFunctions,
  ...stringFunctions,
};

/** The names of all supported SQL functions, in lower case. */
const sqlFunctionNames: readonly string[] = Object.keys(functions);

/**
 * Takes the name of a function, in any case, and its operands; returns the equivalent expression of the plan. Throws
 * verification_exception if the function is unknown or the number of operands is wrong.
 */
export function applyFunction(
  name: string,
  place: SourceLocation,
  operands: readonly ExpressionTree[],
): ExpressionTree {
  const key = name.toLowerCase();
  const definition = Object.hasOwn(functions, key) ? functions[key] : undefined;
  if (definition === undefined) {
    throw meaningProblem(place, `Unknown function [${name}]${didYouMean(key, sqlFunctionNames)}`);
  }
  const { least, most, build } = definition;
  if (operands.length < least || operands.length > most) {
    throw meaningProblem(
      place,
      `error building [${key}]: expects ${counted(least, most)}, found [${operands.length}]`,
    );
  }
  const star = operands.find(({ kind }) => kind === 'star');
  if (star !== undefined && key !== 'count') {
    throw meaningProblem(star.place, `[${name}] does not take [*]`);
  }
  return build(written(operands, place));
}

function counted(least: number, most: number): string {
  if (most === Number.POSITIVE_INFINITY) return `at least [${least}] arguments`;
  if (least !== most) return `from [${least}] to [${most}] arguments`;
  return least === 1 ? 'exactly one argument' : `exactly [${least}] arguments`;
}
