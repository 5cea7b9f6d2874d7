import type { JsonObject } from '../../base/json.ts';
import type { Mapping } from '../mapping.ts';
import { normalizeMapping } from './merge-mapping.ts';
import type { MappingContext } from './parse-mapping.ts';
import { parseMapping } from './parse-mapping.ts';
import { wrapMappingError } from './wrap-error.ts';

/** Parses the mapping of a new index. Throws a ServiceError if it is wrong or has too many fields. */
export function parseNewMapping(json: JsonObject, context: MappingContext): Mapping {
  const normal = wrapMappingError(() => normalizeMapping(json, context.limits.total_fields));
  return parseMapping(normal, context);
}
