import type { ResolvedIndex } from '../store/catalog-types.ts';
import { anyOf, parseQuery } from './query/parse-query.ts';
import type { Query } from './query/weight.ts';
import type { SearchShard } from './shard-target.ts';

/** Returns the shards to search, in their present state, for resolved indices and routing values. */
export function shardsOfIndices(
  resolved: readonly ResolvedIndex[],
  routing: readonly string[],
): readonly SearchShard[] {
  return resolved.flatMap((found) => shardsOf(found, routing));
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
  const queries = filters.map((value) => parseQuery({ value, text: '', path: [] }));
  return queries.length < 2 ? queries[0] : anyOf(queries);
}
