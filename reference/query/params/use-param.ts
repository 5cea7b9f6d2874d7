import { showJson } from '../../base/json.ts';
import type { LiteralTree, NamePattern, SourceLocation } from '../../plan/syntax.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { QueryParam } from './query-params.ts';

/** A placeholder of a query text and its entry in `params`. */
export interface BoundParam {
  /** The placeholder in the text: `?`, `?name`, `??1`. */
  readonly mark: string;
  readonly place: SourceLocation;
  readonly param: QueryParam;
}

/** Returns whether a placeholder is for a name: it is written with `??`, or its entry is an identifier. */
export function isIdentifier({ mark, param }: BoundParam): boolean {
  return mark.startsWith('??') || param.meaning !== 'value';
}

/**
 * Returns the literal for a placeholder `?`.
 *
 * query-parameters.value-string, query-parameters.value-number, query-parameters.value-never-code.
 */
export function paramLiteral({ place, param }: BoundParam): LiteralTree {
  return { kind: 'literal', place, ...param.literal };
}

/**
 * Returns the name for a placeholder; dots, stars and back-quotes in it have no special meaning. Throws a SyntaxProblem
 * if its entry is not a name.
 *
 * query-parameters.identifier-field, query-parameters.identifier-function, query-parameters.identifier-never-code.
 */
export function paramName(bound: BoundParam): string {
  const { mark, param } = bound;
  if (param.meaning === 'pattern') throw declaredAs('pattern', bound);
  return textOf(bound, mark.startsWith('??') || param.meaning === 'identifier');
}

/** Like `paramName`, but also accepts a pattern. */
export function paramPattern(bound: BoundParam): NamePattern {
  const { place, param } = bound;
  if (param.meaning === 'pattern') {
    return { place, pattern: textOf(bound, true), literal: false };
  }
  return { place, pattern: paramName(bound), literal: true };
}

function textOf(bound: BoundParam, isName: boolean): string {
  const { mark, place, param } = bound;
  if (param.given === null && isName) {
    throw new SyntaxProblem(place, `Query parameter [${mark}] is null`);
  }
  if (!isName) throw declaredAs('constant', bound);
  if (typeof param.given === 'string') return param.given;
  throw new SyntaxProblem(
    place,
    `Query parameter [${mark}][${showJson(param.given)}] is not a string, cannot be used as an identifier`,
  );
}

function declaredAs(what: string, { mark, place, param }: BoundParam): SyntaxProblem {
  return new SyntaxProblem(
    place,
    `Query parameter [${mark}][${showJson(param.given)}] declared as a ${what}, cannot be used as an identifier`,
  );
}
