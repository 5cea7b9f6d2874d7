import { ServiceError } from '../../base/service-error.ts';

/** Marks an error that comes from reading a mapping. */
const mappingErrors: ReadonlySet<string> = new Set([
  'mapper_parsing_exception',
  'illegal_argument_exception',
]);

/** Runs `read`; a refusal of a mapping is reported as that of the creation it belongs to. */
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
