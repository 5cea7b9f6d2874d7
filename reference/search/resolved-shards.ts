import type { ResolvedIndex } from '../store/catalog-types.ts';
import { parseQuery } from './query/parse-query.ts';
import type { Query } from './query/query.ts';
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
  const should = filters.map((value) => parseQuery({ value, text: '', path: [] }));
  const [first] = should;
  if (first === undefined || should.length === 1) return first;
  const none = { must: [], filter: [], must_not: [] };
  return { kind: 'bool', boost: 1, should, minimum_should_match: '1', ...none };
}
