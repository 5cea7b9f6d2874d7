import { refuse } from '../base/service-error.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchResult } from '../search/search-result.ts';
import { typedKeys } from './typed-keys.ts';

/** Query parameters that change the form of the answer. */
export interface AnswerParameters {
  readonly rest_total_hits_as_int?: boolean | undefined;
  readonly typed_keys?: boolean | undefined;
}

/**
 * Returns the request with exact totals if they are requested as a plain number. Throws a ServiceError if the request
 * also limits the counting of hits.
 */
export function exactTotals(request: SearchRequest, parameters: AnswerParameters): SearchRequest {
  const { track_total_hits } = request;
  if (parameters.rest_total_hits_as_int !== true) return request;
  if (typeof track_total_hits === 'number') {
    return refuse(
      `[rest_total_hits_as_int] cannot be used if the tracking of total hits is not accurate, got ${track_total_hits}`,
    );
  }
  return { ...request, track_total_hits: track_total_hits ?? true };
}

/** Returns the result of a search as an answer. A plain total that was not counted is -1. */
export function searchAnswer(
  result: SearchResult,
  parameters: AnswerParameters,
  requested: SearchRequest['aggregations'] = new Map(),
): unknown {
  const { total, ...hits } = result.hits;
  const { aggregations } = result;
  return {
    ...result,
    ...(parameters.rest_total_hits_as_int === true
      ? { hits: { total: total?.value ?? -1, ...hits } }
      : {}),
    ...(parameters.typed_keys === true && aggregations !== undefined
      ? { aggregations: typedKeys(aggregations, requested) }
      : {}),
  };
}
