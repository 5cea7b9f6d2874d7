import { checkSearchRequest } from '../search/check-request.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import type { SearchRequest } from '../search/search-request.ts';
import type { SearchResult } from '../search/search-result.ts';
import type { Operation, QueryOf, Reply, RequestBody } from './operation.ts';
import { done } from './operation.ts';
import { exactTotals, searchAnswer } from './search-answer.ts';
import { searchShards, searchTarget } from './search-targets.ts';
import type { Service } from './service.ts';

interface SearchCall {
  readonly target: string | undefined;
  readonly query: QueryOf<'search'>;
  readonly parameters: Readonly<Record<string, string>>;
  readonly body: RequestBody | undefined;
}

/** scroll.open: with the parameter `scroll`. The target stands in the path, and without one everything is searched. */
export const search: Operation<'search'> = ({ path, ...call }, service) =>
  runSearch({ ...call, target: path.target }, service);

/** point-in-time.search-with-target: refused like anything else that contradicts itself. */
export const searchByGet: Operation<'searchByGet'> = ({ path, ...call }, service) =>
  runSearch({ ...call, target: path.target }, service);

export const searchAll: Operation<'searchAll'> = (call, service) =>
  runSearch({ ...call, target: undefined }, service);

/** scroll.open-by-get-without-target, point-in-time.search-without-target. */
export const searchAllByGet: Operation<'searchAllByGet'> = (call, service) =>
  runSearch({ ...call, target: undefined }, service);

async function runSearch(call: SearchCall, service: Service): Promise<Reply> {
  const { body, parameters, query, target } = call;
  const parsed = parseSearchRequest(body?.json(), body?.text() ?? '', parameters);
  const request = exactTotals(parsed, query);
  checkSearchRequest(request, searchTarget(target, query));
  const result = await answer(request, call, service);
  service.counters.query_total += result._shards.total;
  service.counters.query_time_in_millis += result.took;
  return done(searchAnswer(result, query, request.aggregations));
}

/** A search opens a scroll, looks into a point in time, or sees the indices as they are now. */
function answer(
  request: SearchRequest,
  { target, query }: SearchCall,
  service: Service,
): Promise<SearchResult> {
  const { contexts, environment } = service;
  if (request.pit !== undefined) return contexts.searchPointInTime(request);
  const shards = searchShards(target, query, service);
  if (request.scroll !== undefined) return contexts.openScroll({ request, shards });
  return executeSearch({ request, shards, environment });
}
