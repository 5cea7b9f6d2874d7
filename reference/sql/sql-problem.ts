import { ServiceError } from '../base/service-error.ts';
import type { Place } from '../plan/syntax.ts';

/**
 * Gives the refusal of a statement that does not follow the grammar, with line and position.
 *
 * sql.statement-invalid.
 */
export function syntaxProblem(place: Omit<Place, 'text'>, reason: string): ServiceError {
  return new ServiceError('parsing_exception', `line ${place.line}:${place.column}: ${reason}`);
}

/** sql.statement-invalid: gives the refusal of a statement that can be read, and means nothing. */
export function meaningProblem(place: Omit<Place, 'text'>, reason: string): ServiceError {
  return new ServiceError(
    'verification_exception',
    `Found 1 problem\nline ${place.line}:${place.column}: ${reason}`,
  );
}
