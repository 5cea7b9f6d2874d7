import type { JsonValue } from '../base/json.ts';
import type { Aggregation } from './aggregations/aggregation.ts';
import type { Query } from './query/query.ts';

/** One entry of `sort`. */
export interface SortEntry {
  /** A field's full path, or `_score`, `_doc`, `_shard_doc`, `_id`, `_index`. */
  readonly field: string;
  readonly order: 'asc' | 'desc';
  readonly missing: JsonValue | undefined;
  readonly mode: SortMode | undefined;
  readonly format: string | undefined;
  readonly numeric_type: NumericType | undefined;
  readonly unmapped_type: string | undefined;
  readonly nestedPath: string | undefined;
}

export type SortMode = 'min' | 'max' | 'avg' | 'sum' | 'median';
export type NumericType = 'long' | 'double' | 'date' | 'date_nanos';

/** One part of a search that was cut into `max` disjoint parts. */
export interface Slice {
  readonly id: number;
  readonly max: number;
  readonly field: string | undefined;
}

/** The point in time that a search names, and the time it wants it kept from now on. */
export interface PitReference {
  readonly id: string;
  readonly keep_alive: string | undefined;
}

/** Which members of the source come back: `false` none; patterns of full paths with `*`. */
export interface SourceFilter {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** A field asked for in `fields` or `docvalue_fields`; `field` may hold `*`. */
export interface FieldRequest {
  readonly field: string;
  readonly format: string | undefined;
}

/** A search as it was asked, body and query string together, checked as far as no index is needed. */
export interface SearchRequest {
  readonly query: Query;
  /** The text that stands for the query in caches; undefined if its meaning moves with the clock. */
  readonly queryKey: string | undefined;
  readonly post_filter: Query | undefined;
  /** Hits to skip. */
  readonly from: number;
  readonly size: number;
  /** Undefined if the request does not sort: by score, or in the documents' order for a scroll or point in time of everything. */
  readonly sort: readonly SortEntry[] | undefined;
  readonly search_after: readonly JsonValue[] | undefined;
  readonly pit: PitReference | undefined;
  readonly slice: Slice | undefined;
  /** true counts exactly, false not at all, a number exactly up to there; undefined is the default. */
  readonly track_total_hits: boolean | number | undefined;
  readonly track_scores: boolean;
  readonly min_score: number | undefined;
  readonly terminate_after: number;
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  readonly source: SourceFilter | boolean;
  readonly fields: readonly FieldRequest[];
  readonly docvalue_fields: readonly FieldRequest[];
  readonly version: boolean;
  readonly seq_no_primary_term: boolean;
  /** The keep time of a scroll that this search opens, as it was given. */
  readonly scroll: string | undefined;
  readonly request_cache: boolean | undefined;
  readonly rescore: boolean;
  readonly collapse: boolean;
}

/** What the path and the query string say beside the body, for the checks that need both. */
export interface SearchTarget {
  /** The index expression of the path; undefined if the path has none. */
  readonly index: string | undefined;
  readonly routing: string | undefined;
  readonly preference: string | undefined;
  /** True if any of ignore_unavailable, allow_no_indices, expand_wildcards was given. */
  readonly indicesOptions: boolean;
}
