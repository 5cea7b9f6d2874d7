import type { Environment } from '../base/environment.ts';
import type { SearchResult, ShardCounts } from './search-result.ts';
import type { SearchRequest } from './search-request.ts';
import type { SearchShard } from './shard-target.ts';

/** The settings that limit contexts, read at each use so that changes apply immediately. */
export interface ContextLimits {
  /** `search.max_open_scroll_context`: contexts of scrolls, one for each shard. */
  readonly max_open_scroll_context: number;
  /** `search.default_keep_alive` in milliseconds. */
  readonly defaultKeepAlive_ms: number;
  /** `search.max_keep_alive` in milliseconds. */
  readonly maxKeepAlive_ms: number;
}

/** The result of clearing scrolls or closing a point in time. If nothing was freed, `http/` returns 404. */
export interface Released {
  readonly succeeded: boolean;
  /** Number of freed contexts, one for each shard. */
  readonly num_freed: number;
}

/** Numbers for the search section of the node's statistics. */
interface ContextCounts {
  readonly open_contexts: number;
  readonly scroll_current: number;
  readonly scroll_total: number;
  readonly scroll_time_in_millis: number;
  readonly point_in_time_current: number;
}

/** What a context is opened on. */
interface Opening {
  readonly shards: readonly SearchShard[];
  /** The names with which the caller reached the shards. Default: none. */
  readonly names?: ReadonlySet<string> | undefined;
}

/** A request to open a scroll. */
export interface OpenScroll extends Opening {
  readonly request: SearchRequest;
  /** Memory of the request, estimated. Default 0. */
  readonly request_bytes?: number;
  /** The environment in which the page is computed. Default: that of the registry. */
  readonly environment?: Environment | undefined;
}

/** A request for the next page of a scroll. */
export interface ContinueScroll extends Pick<OpenScroll, 'environment'> {
  readonly scroll_id: string;
  /** The new keep time as the client sent it; without one the context is released after this page. */
  readonly scroll: string | undefined;
}

/** A request to open a point in time. */
export interface OpenPointInTime extends Opening {
  readonly keep_alive: string;
}

/** The open contexts, with the operations of scrolls and points in time. */
export interface ContextRegistry {
  openScroll(open: OpenScroll): Promise<SearchResult>;
  continueScroll(step: ContinueScroll): Promise<SearchResult>;
  /** Releases scrolls. Takes `_all` or a list of ids. */
  clearScrolls(ids: readonly string[]): Released;
  openPointInTime(open: OpenPointInTime): { readonly id: string; readonly _shards: ShardCounts };
  /** A search with `pit`: searches the frozen shards, and renews the expiry if a keep time is given. */
  searchPointInTime(request: SearchRequest, environment?: Environment): Promise<SearchResult>;
  closePointInTime(id: string): Released;
  /** The names that the scroll or point in time with this id was opened on; none if it does not exist. */
  namesOf(id: string): ReadonlySet<string>;
  /** Must be called when an index is deleted: releases its scrolls. */
  indexRemoved(uuid: string, name: string): void;
  /** Releases all contexts. */
  releaseAll(): void;
  counts(): ContextCounts;
}
