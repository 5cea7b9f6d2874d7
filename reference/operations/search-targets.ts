import { parseQuery } from '../search/query/parse-query.ts';
import type { Query } from '../search/query/query.ts';
import type { SearchTarget } from '../search/search-request.ts';
import type { SearchShard } from '../search/shard-target.ts';
import type { ResolvedIndex } from '../store/catalog-types.ts';
import type { Service } from './service.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions, splitList } from './targets.ts';

/** Parameters that say what is searched. */
export interface SearchScope extends TargetParameters {
  readonly routing?: string | undefined;
  readonly preference?: string | undefined;
}

/**
 * Takes an index expression (undefined: everything); gives the shards to search, each as it is at this moment.
 * Throws a ServiceError where a name leads nowhere.
 *
 * search.get-with-target, search.get-without-target, search.missing-target, point-in-time.covers-target-only,
 * point-in-time.open-on-missing-index.
 */
export function searchShards(
  target: string | undefined,
  scope: SearchScope,
  service: Service,
): readonly SearchShard[] {
  const resolved = service.catalog.resolveSearch(target, resolveOptions(scope));
  return resolved.flatMap((found) => shardsOf(found, splitList(scope.routing)));
}

/** Gives what stands beside the body, for the checks of a whole search request. */
export function searchTarget(index: string | undefined, scope: SearchScope): SearchTarget {
  const { routing, preference, allow_no_indices, ignore_unavailable, expand_wildcards } = scope;
  const options = [allow_no_indices, ignore_unavailable, expand_wildcards];
  const indices_options = options.some((option) => option !== undefined);
  return { index, routing, preference, indices_options };
}

function shardsOf(
  { index, filters, routing: aliasRouting }: ResolvedIndex,
  routing: readonly string[],
): readonly SearchShard[] {
  const filter = filterOf(filters);
  const values = routing.length > 0 ? routing : aliasRouting;
  const shards = new Set(values.map((value) => index.shardOf('', value)));
  return index
    .snapshots()
    .filter(({ shard }) => shards.size === 0 || shards.has(shard))
    .map((snapshot) => ({ index, snapshot, ...(filter === undefined ? {} : { filter }) }));
}

function filterOf(filters: ResolvedIndex['filters']): Query | undefined {
  const should = filters.map((value) => parseQuery({ value, text: '', path: [] }));
  const [first] = should;
  if (first === undefined || should.length === 1) return first;
  const none = { must: [], filter: [], must_not: [] };
  return { kind: 'bool', boost: 1, should, minimum_should_match: '1', ...none };
}
