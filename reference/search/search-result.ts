import type { JsonValue } from '../base/json.ts';
import type { Hit } from './hit-page.ts';

/** Returns the shard counts of a successful search. */
export function countsOf(shards: number) {
  return { total: shards, successful: shards, skipped: 0, failed: 0 };
}

/** The number of matching documents: exactly (`eq`) or at least (`gte`) this many. */
export interface TotalHits {
  readonly value: number;
  readonly relation: 'eq' | 'gte';
}

/** The hits of a page. */
export interface Hits {
  /** Absent if the request does not track totals. */
  readonly total?: TotalHits;
  readonly max_score: number | null;
  readonly hits: readonly Hit[];
}

/** The response to a search; members are written in this order. */
export interface SearchResult {
  readonly _scroll_id?: string;
  readonly pit_id?: string;
  readonly took: number;
  readonly timed_out: boolean;
  readonly terminated_early?: boolean;
  readonly _shards: ReturnType<typeof countsOf>;
  readonly hits: Hits;
  readonly aggregations?: JsonValue;
}
