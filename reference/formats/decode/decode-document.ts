import type { JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { DocumentFormat } from '../format.ts';
import { decodeCbor } from './decode-cbor.ts';
import { decodeSmile } from './decode-smile.ts';
import { decodeYaml } from './decode-yaml.ts';

/** Maximum size of a body in a format other than JSON: nothing else is answered while one is decoded. */
const max_bytes = 2 ** 20;

/**
 * Decodes the value of a body in a format other than JSON. Throws a ServiceError if the body is invalid or too large.
 *
 * query-formats.content-type-yaml, query-formats.content-type-cbor, query-formats.content-type-smile.
 */
export function decodeDocument(bytes: Buffer, format: Exclude<DocumentFormat, 'json'>): JsonValue {
  if (bytes.length > max_bytes) {
    throw new ServiceError(
      'content_too_long_exception',
      `a body in ${format} may have at most [${max_bytes}] bytes; send a longer one as JSON`,
    );
  }
  if (format === 'yaml') return decodeYaml(bytes.toString('utf8'));
  return format === 'cbor' ? decodeCbor(bytes) : decodeSmile(bytes);
}
