import { showJson } from '../../base/json.ts';
import type { LiteralTree, NamePattern, SourceLocation } from '../../plan/syntax.ts';
import { SyntaxProblem } from '../syntax-problem.ts';
import type { QueryParam } from './query-params.ts';

/** A placeholder of a query text and the entry it stands for. */
export interface BoundParam {
  /** As in the text: `?`, `?name`, `??1`. */
  readonly mark: string;
  readonly place: SourceLocation;
  readonly param: QueryParam;
}

/** True if a placeholder stands for a name: `??`, or an entry that says so. */
export function isIdentifier({ mark, param }: BoundParam): boolean {
  return mark.startsWith('??') || param.meaning !== 'value';
}

/**
 * query-parameters.value-string, query-parameters.value-number, query-parameters.value-never-code: the literal for
 * `?`.
 */
export function paramLiteral({ place, param }: BoundParam): LiteralTree {
  return { kind: 'literal', place, ...param.literal };
}

/**
 * Returns the name that a placeholder stands for, dots, stars and back-quotes in it as they are; throws a SyntaxProblem
 * if it stands for none.
 *
 * query-parameters.identifier-field, query-parameters.identifier-function, query-parameters.identifier-never-code.
 */
export function paramName(bound: BoundParam): string {
  const { mark, param } = bound;
  if (param.meaning === 'pattern') throw declaredAs('pattern', bound);
  return textOf(bound, mark.startsWith('??') || param.meaning === 'identifier');
}

/** As `paramName`, if a pattern is welcome too. */
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
    `Query parameter [${mark}][${showJson(param.given)}] is no string, cannot be used as an identifier`,
  );
}

function declaredAs(what: string, { mark, place, param }: BoundParam): SyntaxProblem {
  return new SyntaxProblem(
    place,
    `Query parameter [${mark}][${showJson(param.given)}] declared as a ${what}, cannot be used as an identifier`,
  );
}
