import type { JsonObject } from '../../base/json.ts';
import { writeJson } from '../../base/json.ts';
import { validationError } from '../../base/service-error.ts';

/** Bytes that the notes of one role, account or key may take, written as JSON. */
const max_bytes = 64 * 1024;

/** Takes the notes of a user on a role, an account or an API key; gives them. Throws where the service's own names are in them, or they are too long. */
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
