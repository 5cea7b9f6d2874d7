import { ServiceError } from '../../base/service-error.ts';
import type { DocumentFormat } from '../format.ts';

/** Returns the error for a body that does not follow its format. */
export function decodeProblem(format: DocumentFormat, reason: string): ServiceError {
  return new ServiceError(
    'x_content_parse_exception',
    `the body is not one value of ${format}: ${reason}`,
  );
}
