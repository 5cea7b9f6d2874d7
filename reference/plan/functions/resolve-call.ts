import { defined } from '../../base/assert.ts';
import type { Work } from '../../base/work.ts';
import { valuesOf } from '../cells.ts';
import type { CallSite, Evaluation, Expression } from '../expression.ts';
import { evaluate } from '../expression.ts';
import { Row } from '../row.ts';
import { arithmeticFunctions } from './arithmetic.ts';
import { isWork } from './call.ts';
import { comparisonFunctions } from './comparison.ts';
import { conditionalFunctions } from './conditional.ts';
import { conversionFunctions } from './conversions.ts';
import { bucketFunction, dateFunctions } from './date-functions.ts';
import type { FunctionDefinition } from './define.ts';
import { patternFunctions } from './like.ts';
import { listFunctions } from './lists.ts';
import { logicFunctions } from './logic.ts';
import { mathFunctions } from './maths.ts';
import { membership } from './membership.ts';
import { replaceFunction } from './regex.ts';
import { withOptions } from './settings.ts';
import { textFunctions } from './texts.ts';

/** All functions and operators, in the order in which README.md lists them. */
export const functionDefinitions: readonly FunctionDefinition[] = [
  ...arithmeticFunctions,
  ...comparisonFunctions,
  ...logicFunctions,
  membership,
  ...patternFunctions,
  ...textFunctions,
  replaceFunction,
  ...mathFunctions,
  ...dateFunctions,
  ...conversionFunctions,
  ...conditionalFunctions,
  ...listFunctions,
  bucketFunction,
];

const byName: ReadonlyMap<string, FunctionDefinition> = new Map(
  functionDefinitions.flatMap((definition) =>
    [definition.name, ...(definition.aliases ?? [])].map((name) => [name, definition] as const),
  ),
);

/** The names of all functions and operators, including aliases. */
export const functionNames: readonly string[] = [...byName.keys()];

/** Returns whether a name, in lower case, is that of a function or operator other than an aggregate. */
export function isFunction(name: string): boolean {
  return byName.has(name);
}

/**
 * Takes a call of a known function whose operands have types; returns the typed expression, a constant if all operands
 * are constants. Throws a QueryProblem if the operands are wrong.
 */
export function* resolveCall(site: CallSite, evaluation: Evaluation): Work<Expression> {
  const definition = defined(byName.get(site.name), `function ${site.name}`);
  const own = withOptions(site, definition.signature, evaluation);
  const made = definition.resolve(site, own);
  const resolved = isWork(made) ? yield* made : made;
  if (resolved.kind !== 'call') return resolved;
  if (resolved.operands.some(({ kind }) => kind !== 'constant')) return resolved;
  const values = valuesOf(yield* evaluate(resolved, new Row(), own));
  return { kind: 'constant', type: resolved.type, place: resolved.place, values };
}
