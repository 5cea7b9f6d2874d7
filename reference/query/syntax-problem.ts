import { ServiceError } from '../base/service-error.ts';
import type { SourceLocation } from '../plan/syntax.ts';

/** A syntax error in a query text. */
export class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly place: SourceLocation;

  constructor(place: SourceLocation, reason: string) {
    super(reason);
    this.place = place;
  }
}

/**
 * Takes all syntax errors of a query text; returns the error that lists each with its line and column, in the order of
 * the text.
 *
 * query.syntax-error.
 */
export function syntaxRefusal(problems: readonly SyntaxProblem[]): ServiceError {
  const texts = problems
    .toSorted((a, b) => a.place.line - b.place.line || a.place.column - b.place.column)
    .map(({ place, message }) => `line ${place.line}:${place.column}: ${message}`);
  return new ServiceError('parsing_exception', [...new Set(texts)].join('; '));
}
