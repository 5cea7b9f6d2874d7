import type { SearchRequest } from './search-request.ts';
import type { SearchResult, ShardCounts } from './search-result.ts';
import type { SearchShard } from './shard-target.ts';

/** The settings that bound contexts; read anew at each use, so that a change of settings counts at once. */
export interface ContextLimits {
  /** `search.max_open_scroll_context`: contexts of scrolls, one for each shard. */
  readonly max_open_scroll_context: number;
  /** `search.default_keep_alive` in milliseconds. */
  readonly defaultKeepAlive_ms: number;
  /** `search.max_keep_alive` in milliseconds. */
  readonly maxKeepAlive_ms: number;
}

/** What clearing scrolls or closing a point in time answers; nothing freed is for `http/` to turn into 404. */
export interface Released {
  readonly succeeded: boolean;
  /** Contexts freed, one for each shard. */
  readonly num_freed: number;
}

/** Numbers for the search section of the node's statistics. */
export interface ContextCounts {
  readonly open_contexts: number;
  readonly scroll_current: number;
  readonly scroll_total: number;
  readonly scroll_time_in_millis: number;
  readonly point_in_time_current: number;
}

export interface OpenScroll {
  readonly request: SearchRequest;
  readonly shards: readonly SearchShard[];
}

export interface ContinueScroll {
  readonly scroll_id: string;
  /** The new keep time as it was given; without one the context is released after this page. */
  readonly scroll: string | undefined;
}

export interface OpenPointInTime {
  readonly shards: readonly SearchShard[];
  readonly keep_alive: string;
}

export interface OpenedPointInTime {
  readonly id: string;
  readonly _shards: ShardCounts;
}

/** The contexts that are open: what each call of the scroll and point-in-time families does to them. */
export interface ContextRegistry {
  openScroll(open: OpenScroll): Promise<SearchResult>;
  continueScroll(step: ContinueScroll): Promise<SearchResult>;
  /** `_all` or a list of ids. */
  clearScrolls(ids: readonly string[]): Released;
  openPointInTime(open: OpenPointInTime): OpenedPointInTime;
  /** A search with `pit`: finds the frozen shards, extends the keep time if one is given, searches them. */
  searchPointInTime(request: SearchRequest): Promise<SearchResult>;
  closePointInTime(id: string): Released;
  /** To be called when an index is removed: its contexts go with it. */
  indexRemoved(uuid: string, name: string): void;
  /** Releases everything. */
  releaseAll(): void;
  counts(): ContextCounts;
}
