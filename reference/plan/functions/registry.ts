import type { FunctionDefinition } from './definition.ts';
import { caseFunctions } from './conditional/case.ts';
import { extremeFunctions } from './conditional/extremes.ts';
import { conversionFunctions } from './conversion/conversions.ts';
import { differenceFunctions } from './dates/difference.ts';
import { extractFunctions } from './dates/extract.ts';
import { dateTextFunctions } from './dates/texts.ts';
import { truncateFunctions } from './dates/truncate.ts';
import { groupingFunctions } from './grouping/bucket.ts';
import { listChoiceFunctions } from './lists/choices.ts';
import { listFigureFunctions } from './lists/figures.ts';
import { elementaryFunctions } from './maths/elementary.ts';
import { roundingFunctions } from './maths/rounding.ts';
import { arithmeticFunctions } from './operators/arithmetic.ts';
import { comparisonFunctions } from './operators/comparison.ts';
import { patternFunctions } from './operators/like.ts';
import { logicFunctions } from './operators/logic.ts';
import { membershipFunctions } from './operators/membership.ts';
import { nullTestFunctions } from './operators/null-tests.ts';
import { textMakingFunctions } from './strings/making.ts';
import { textPartFunctions } from './strings/parts.ts';
import { replaceFunctions } from './strings/replace.ts';

/** All functions and operators, in the order in which README.md lists them. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  ...arithmeticFunctions,
  ...comparisonFunctions,
  ...logicFunctions,
  ...nullTestFunctions,
  ...membershipFunctions,
  ...patternFunctions,
  ...textPartFunctions,
  ...textMakingFunctions,
  ...replaceFunctions,
  ...roundingFunctions,
  ...elementaryFunctions,
  ...dateTextFunctions,
  ...truncateFunctions,
  ...extractFunctions,
  ...differenceFunctions,
  ...conversionFunctions,
  ...caseFunctions,
  ...extremeFunctions,
  ...listChoiceFunctions,
  ...listFigureFunctions,
  ...groupingFunctions,
];

const byName: ReadonlyMap<string, FunctionDefinition> = new Map(
  functionDefinitions.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);

/** The names of all functions and operators, including aliases. */
export const functionNames: readonly string[] = [...byName.keys()];

/** Returns the definition of a function by name, which is not case-sensitive; undefined if there is none. */
export function findFunction(name: string): FunctionDefinition | undefined {
  return byName.get(name.toLowerCase());
}

/** Returns whether a name is that of a function or operator other than an aggregate. */
export function isFunction(name: string): boolean {
  return byName.has(name.toLowerCase());
}
