import { shardsOfIndices } from '../search/resolved-shards.ts';
import type { SearchTarget } from '../search/search-request.ts';
import type { SearchShard } from '../search/shard-target.ts';
import type { Service } from './service.ts';
import type { TargetParameters } from './targets.ts';
import { resolveOptions, splitList } from './targets.ts';

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

/** Returns the target of a search, for the checks of the search request. */
export function searchTarget(index: string | undefined, scope: SearchScope): SearchTarget {
  const { routing, preference, allow_no_indices, ignore_unavailable, expand_wildcards } = scope;
  const options = [allow_no_indices, ignore_unavailable, expand_wildcards];
  const indicesOptions = options.some((option) => option !== undefined);
  return { index, routing, preference, indicesOptions };
}
