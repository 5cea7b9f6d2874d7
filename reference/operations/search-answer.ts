import { refuse } from '../base/service-error.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchResult } from '../search/search-result.ts';
import { typedKeys } from './typed-keys.ts';

/** How an answer is to be written. */
export interface AnswerParameters {
  readonly rest_total_hits_as_int?: boolean | undefined;
  readonly typed_keys?: boolean | undefined;
}

/**
 * Takes a request and its parameters; gives the request with totals counted to the end where they are asked for as a bare number.
 * Throws a ServiceError where the request limits the count.
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

/** Gives a search's result as an answer holds it; a total that was not counted is -1 where a bare number is asked for. */
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
