import type { Index } from '../store/index-service.ts';
import type { ShardSnapshot } from '../store/segment.ts';
import type { Query } from './query/weight.ts';

/** The properties of an index that a search needs. */
export type IndexView = Pick<Index, 'name' | 'uuid' | 'mapping' | 'settings'>;

/** A shard to search: its index, and a snapshot. */
export interface SearchShard {
  readonly index: IndexView;
  readonly snapshot: ShardSnapshot;
  /** The filter of the alias that led to the index. */
  readonly filter?: Query;
}
