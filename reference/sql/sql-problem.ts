import { ServiceError } from '../base/service-error.ts';
import type { SourceLocation } from '../plan/syntax.ts';

/** sql.statement-invalid: returns the error for a statement that follows the grammar but fails verification. */
export function meaningProblem(place: Omit<SourceLocation, 'text'>, reason: string): ServiceError {
  return new ServiceError(
    'verification_exception',
    `Found 1 problem\nline ${place.line}:${place.column}: ${reason}`,
  );
}
