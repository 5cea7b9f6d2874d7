import { ServiceError } from '../../base/service-error.ts';

/** The error types that are wrapped. */
const mappingErrors: ReadonlySet<string> = new Set([
  'mapper_parsing_exception',
  'illegal_argument_exception',
]);

/** Runs `read`; reports an error in a mapping as an error of the creation of the index. */
export function wrapMappingError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || !mappingErrors.has(error.type)) throw error;
    throw new ServiceError('mapper_parsing_exception', `Failed to parse mapping: ${error.reason}`, {
      cause: { type: error.type, reason: error.reason },
    });
  }
}
