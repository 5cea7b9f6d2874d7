import { ServiceError } from '../../base/service-error.ts';
import { TooManyFields } from './parameters.ts';

/** The error types that are wrapped. */
const mappingErrors: ReadonlySet<string> = new Set([
  'mapper_parsing_exception',
  'illegal_argument_exception',
]);

/** Runs `read`; reports an error in a mapping as the cause of another, except that it has too many fields. */
export function wrapMappingError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error instanceof TooManyFields) throw error;
    if (!mappingErrors.has(error.type)) throw error;
    throw new ServiceError('mapper_parsing_exception', `Failed to parse mapping: ${error.reason}`, {
      cause: { type: error.type, reason: error.reason },
    });
  }
}
