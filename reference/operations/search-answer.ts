import { refuse } from '../base/service-error.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchResult } from '../search/search-result.ts';

/** How the total of hits is to be written. */
export interface TotalParameters {
  readonly rest_total_hits_as_int?: boolean | undefined;
}

/**
 * Takes a request and its parameters; gives the request with totals counted to the end where they are asked for as a bare number.
 * Throws a ServiceError where the request limits the count.
 */
export function exactTotals(request: SearchRequest, parameters: TotalParameters): SearchRequest {
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
  { rest_total_hits_as_int }: TotalParameters,
): unknown {
  if (rest_total_hits_as_int !== true) return result;
  const { total, ...hits } = result.hits;
  return { ...result, hits: { total: total?.value ?? -1, ...hits } };
}
