import { ServiceError } from '../../base/service-error.ts';
import type { QueryProblem } from '../expression.ts';

/** Further problems are counted, but not reported. */
const maxTold = 100;

/**
 * Takes everything that is wrong with the meaning of a query; returns the refusal that names each with its place.
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
  return new ServiceError('verification_exception', [count, ...texts.slice(0, maxTold)].join('\n'));
}
