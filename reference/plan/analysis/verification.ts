import { ServiceError } from '../../base/service-error.ts';
import type { QueryProblem } from '../expression.ts';

/** Maximum number of problems in a message; further ones are only counted. */
export const maxReported = 100;

/**
 * Takes the problems of a query; returns the error that lists each with its location.
 *
 * query.unknown-names.
 */
export function verificationRefusal(problems: readonly QueryProblem[]): ServiceError {
  const ordered = problems.toSorted(
    (a, b) => a.place.line - b.place.line || a.place.column - b.place.column,
  );
  const texts = [
    ...new Set(
      ordered.map(({ place, message }) => `line ${place.line}:${place.column}: ${message}`),
    ),
  ];
  const count = `Found ${texts.length} problem${texts.length === 1 ? '' : 's'}`;
  return new ServiceError(
    'verification_exception',
    [count, ...texts.slice(0, maxReported)].join('\n'),
  );
}
