import { checkSearchRequest } from '../search/check-request.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchResult } from '../search/search-result.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { done } from './operation.ts';
import { exactTotals, searchAnswer } from './search-answer.ts';
import { searchShards, searchTarget } from './search-targets.ts';
import type { Service } from './service.ts';

/**
 * Runs a search; opens a scroll if `scroll` is given. Without a target all indices are searched.
 *
 * scroll.open, scroll.open-by-get-without-target, point-in-time.search-with-target,
 * point-in-time.search-without-target, search.by-post, scroll.no-scroll-id-without-scroll,
 * point-in-time.no-pit-id-without-point-in-time.
 */
export const search: Operation<'search'> = async (call, service) => {
  const { path, body, parameters, query } = call;
  const parsed = parseSearchRequest(body?.json(), body?.text() ?? '', parameters);
  const request = exactTotals(parsed, query);
  checkSearchRequest(request, searchTarget(path.target, query));
  const result = await answer(request, call, service);
  service.counters.query_total += result._shards.total;
  service.counters.query_time_in_millis += result.took;
  return done(searchAnswer(result, query, request.aggregations));
};

/** Memory of a parsed request in bytes, for each byte of its body. */
const parsedOverSent = 4;

/** Searches a point in time, opens a scroll, or searches the indices as they are now. */
function answer(
  request: SearchRequest,
  { path, query, body }: OperationRequest<'search'>,
  service: Service,
): Promise<SearchResult> {
  const { contexts, environment } = service;
  if (request.pit !== undefined) return contexts.searchPointInTime(request, environment);
  const shards = searchShards(path.target, query, service);
  if (request.scroll !== undefined) {
    const request_bytes = parsedOverSent * (body?.bytes.length ?? 0);
    return contexts.openScroll({ request, shards, request_bytes, environment });
  }
  return executeSearch({ request, shards, environment });
}
