import { defined } from '../base/assert.ts';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { isJsonObject } from '../base/json.ts';
import { refuse } from '../base/service-error.ts';
import type { Aggregation } from '../search/aggregations/aggregation.ts';
import type { BodyPart } from '../base/body.ts';
import { membersOf, parsingError } from '../base/body.ts';
import type { SearchResult } from '../search/search-result.ts';
import { executeSearch } from '../search/execute-search.ts';
import { parseSearchRequest } from '../search/parse-request.ts';
import { shardsOfIndices } from '../search/resolved-shards.ts';
import type { SearchRequest } from '../search/search-request.ts';
import { checkSearchRequest } from '../search/search-request.ts';
import type { SearchShard } from '../search/shard-target.ts';
import type { Operation, OperationRequest } from './operation.ts';
import { done } from './operation.ts';
import type { TargetParameters } from './request-parts.ts';
import { bodyPart, resolveOptions } from './request-parts.ts';
import type { Service } from './service.ts';
import { splitList } from '../base/units.ts';

type Aggregations = ReadonlyMap<string, Aggregation>;

/**
 * Returns the aggregations of an answer with each name prefixed by the type of the aggregation, as in `sterms#name`.
 * Takes the results and the requested aggregations.
 */
export function typedKeys(results: JsonValue, requested: Aggregations): JsonValue {
  if (!isJsonObject(results)) return results;
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => {
      const aggregation = requested.get(name);
      if (aggregation === undefined || !isJsonObject(value)) return [name, value];
      return [`${typeOf(aggregation, value)}#${name}`, withTypedBuckets(value, aggregation)];
    }),
  );
}

function withTypedBuckets(value: JsonObject, aggregation: Aggregation): JsonObject {
  const { buckets } = value;
  if (!('children' in aggregation) || buckets === undefined) return value;
  const typed = (bucket: JsonValue) => typedKeys(bucket, aggregation.children);
  if (Array.isArray(buckets)) return { ...value, buckets: buckets.map(typed) };
  if (!isJsonObject(buckets)) return value;
  const entries = Object.entries(buckets).map(([key, bucket]) => [key, typed(bucket)] as const);
  return { ...value, buckets: Object.fromEntries(entries) };
}

/** Returns the type of an aggregation; that of `terms` depends on the type of its keys. */
function typeOf({ kind }: Aggregation, { buckets }: JsonObject): string {
  if (kind !== 'terms') return kind;
  const keys = (Array.isArray(buckets) ? buckets : []).map((bucket: JsonValue) =>
    isJsonObject(bucket) ? bucket['key'] : undefined,
  );
  if (keys.length === 0 || keys.some((key) => typeof key === 'string')) return 'sterms';
  return keys.every((key) => typeof key === 'bigint' || Number.isInteger(key))
    ? 'lterms'
    : 'dterms';
}

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
  checkSearchRequest(request, { index: path.target, ...query });
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
  const { contexts, environment, caller } = service;
  if (request.pit !== undefined) return contexts.searchPointInTime(request, environment, caller);
  const shards = searchShards(path.target, query, service);
  if (request.scroll !== undefined) {
    const request_bytes = parsedOverSent * (body?.bytes.length ?? 0);
    return contexts.openScroll({ request, shards, request_bytes, environment, caller });
  }
  return executeSearch({ request, shards, environment });
}

/** Query parameters that select what is searched. */
export interface SearchScope extends TargetParameters {
  readonly routing?: string | undefined;
  readonly preference?: string | undefined;
}

/**
 * Resolves an index expression (undefined for all indices) and returns a snapshot of each shard. Throws a ServiceError
 * if a name does not exist.
 *
 * search.get-with-target, search.get-without-target, search.target-list, search.missing-target,
 * point-in-time.covers-target-only, point-in-time.open-on-missing-index.
 */
export function searchShards(
  target: string | undefined,
  scope: SearchScope,
  service: Service,
): readonly SearchShard[] {
  const resolved = service.catalog.resolveSearch(target, resolveOptions(scope));
  return shardsOfIndices(resolved, splitList(scope.routing));
}

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

/** Counts the documents that match a query. */
export const count: Operation<'count'> = async ({ path, query, body }, service) => {
  const part = body && bodyPart(body, {});
  if (part !== undefined) refuseOtherMembers(part);
  const parsed = parseSearchRequest(part?.value, part?.text ?? '', {});
  const request = { ...parsed, size: 0, track_total_hits: true };
  const shards = searchShards(path.target, query, service);
  const result = await executeSearch({ request, shards, environment: service.environment });
  const total = defined(result.hits.total, 'total of a search that counts its hits');
  return done({ count: total.value, _shards: result._shards });
};

/** Throws a ServiceError if the body has a member other than `query`. */
function refuseOtherMembers(body: BodyPart): void {
  for (const [name, part] of membersOf(body, 'count')) {
    if (name !== 'query') throw parsingError(part, `request does not support [${name}]`);
  }
}
