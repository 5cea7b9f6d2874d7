import type { Index } from '../store/index-service.ts';
import type { ShardSnapshot } from '../store/segment.ts';
import type { Query } from './query/query.ts';

/** What a search needs to know of an index beside the state of its shards. */
export type IndexView = Pick<Index, 'name' | 'uuid' | 'mapping' | 'settings'>;

/** One shard to search: the index it belongs to, and the state of the shard that is looked at. */
export interface SearchShard {
  readonly index: IndexView;
  readonly snapshot: ShardSnapshot;
  /** The filter of the alias through which the index was named. */
  readonly filter?: Query;
}
