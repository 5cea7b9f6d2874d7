import type { JsonObject } from '../../base/json.ts';
import { writeJson } from '../../base/write-json.ts';
import { validationError } from '../../base/service-error.ts';

/** Maximum size of the metadata of a role, account or key, as JSON. */
const max_bytes = 64 * 1024;

/**
 * Returns the metadata of a role, an account or an API key. Throws a ServiceError if a name is reserved or the metadata is
 * too large.
 */
export function checkMetadata(metadata: JsonObject, what: 'role' | 'user' | 'API key'): JsonObject {
  if (Object.keys(metadata).some((name) => name.startsWith('_'))) {
    throw validationError([`${what} metadata keys may not start with [_]`]);
  }
  const bytes = Buffer.byteLength(writeJson(metadata));
  if (bytes > max_bytes) {
    throw validationError([`${what} metadata of [${bytes}b] is larger than [${max_bytes}b]`]);
  }
  return metadata;
}
