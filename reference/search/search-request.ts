import type { JsonValue } from '../base/json.ts';
import { validationError } from '../base/service-error.ts';
import type { Aggregation } from './aggregations/aggregation.ts';
import type { Query } from './query/weight.ts';

/** One entry of `sort`. */
export interface SortEntry {
  /** A field's full path, or `_score`, `_doc`, `_shard_doc`, `_id`, `_index`. */
  readonly field: string;
  readonly order: 'asc' | 'desc';
  readonly missing?: JsonValue | undefined;
  readonly mode?: SortMode | undefined;
  readonly format?: string | undefined;
  readonly numeric_type?: NumericType | undefined;
  readonly unmapped_type?: string | undefined;
  readonly nestedPath?: string | undefined;
}

/** How several values of a document are combined to its sort key. */
export type SortMode = 'min' | 'max' | 'avg' | 'sum' | 'median';
/** The type that sort keys are converted to. */
export type NumericType = 'long' | 'double' | 'date' | 'date_nanos';

/** One slice of a search that is divided into `max` disjoint slices. */
export interface Slice {
  readonly id: number;
  readonly max: number;
  readonly field?: string | undefined;
}

/** The point in time of a search, and its new keep time. */
export interface PitReference {
  readonly id: string;
  readonly keep_alive?: string | undefined;
}

/** The members of the source to return, as patterns of full paths with `*`. */
export interface SourceFilter {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

/** An entry of `fields` or `docvalue_fields`; `field` may contain `*`. */
export interface FieldRequest {
  readonly field: string;
  readonly format?: string | undefined;
}

/** A parsed search, from body and query string, after all checks that do not depend on an index. */
export interface SearchRequest {
  readonly query: Query;
  readonly post_filter?: Query | undefined;
  /** Number of hits to skip. */
  readonly from: number;
  readonly size: number;
  /**
   * Undefined if the request has no sort: hits are then sorted by score, or by position for a scroll or point in time
   * without a query.
   */
  readonly sort?: readonly SortEntry[] | undefined;
  readonly search_after?: readonly JsonValue[] | undefined;
  readonly pit?: PitReference | undefined;
  readonly slice?: Slice | undefined;
  /**
   * true counts exactly, false does not count, a number counts exactly up to this limit; undefined uses the default
   * limit.
   */
  readonly track_total_hits?: boolean | number | undefined;
  readonly track_scores: boolean;
  readonly min_score?: number | undefined;
  readonly terminate_after: number;
  readonly aggregations: ReadonlyMap<string, Aggregation>;
  readonly source: SourceFilter | boolean;
  readonly fields: readonly FieldRequest[];
  readonly docvalue_fields: readonly FieldRequest[];
  readonly version: boolean;
  readonly seq_no_primary_term: boolean;
  /** The keep time of the scroll to open, as the client sent it. */
  readonly scroll?: string | undefined;
  readonly request_cache?: boolean | undefined;
}

/** The target of a search in path and query string, for checks together with the body. */
export interface SearchTarget extends Readonly<
  Partial<Record<(typeof indicesOptions)[number], string | boolean | undefined>>
> {
  /** The index expression of the path; undefined if the path has none. */
  readonly index: string | undefined;
  readonly routing?: string | undefined;
  readonly preference?: string | undefined;
}

/** Parameters that control how an index expression is resolved. */
const indicesOptions = ['allow_no_indices', 'ignore_unavailable', 'expand_wildcards'] as const;

/** A rule for whole requests: the reason of the error, and whether a request violates the rule. */
type Rule = readonly [
  reason: string,
  broken: (request: SearchRequest, target: SearchTarget) => boolean,
];

const scrollRules: readonly Rule[] = [
  [
    'disabling [track_total_hits] is not allowed in a scroll context',
    (request) => request.track_total_hits === false,
  ],
  ['using [from] is not allowed in a scroll context', (request) => request.from > 0],
  ['[size] cannot be [0] in a scroll context', (request) => request.size === 0],
  [
    '[search_after] cannot be used in a scroll context',
    (request) => request.search_after !== undefined,
  ],
  [
    '[request_cache] cannot be used in a scroll context',
    (request) => request.request_cache === true,
  ],
  [
    'using [point in time] is not allowed in a scroll context',
    (request) => request.pit !== undefined,
  ],
];

const pitRules: readonly Rule[] = [
  [
    '[indices] cannot be used with point in time. Do not specify any index with point in time.',
    (_, target) => target.index !== undefined,
  ],
  [
    '[indicesOptions] cannot be used with point in time',
    (_, target) => indicesOptions.some((name) => target[name] !== undefined),
  ],
  ['[routing] cannot be used with point in time', (_, target) => target.routing !== undefined],
  [
    '[preference] cannot be used with point in time',
    (_, target) => target.preference !== undefined,
  ],
];

const commonRules: readonly Rule[] = [
  [
    '[from] parameter must be set to 0 when [search_after] is used',
    ({ search_after, from }) => search_after !== undefined && from > 0,
  ],
  [
    '[slice] can only be used with [scroll] or [point-in-time] requests',
    ({ slice, scroll, pit }) => slice !== undefined && scroll === undefined && pit === undefined,
  ],
];

/**
 * Checks a request and its target; throws one ServiceError with all violated rules. Must be called before indices are
 * resolved.
 *
 * Clauses: search-after.from-positive-refused, point-in-time.search-without-target, point-in-time.search-with-target,
 * slice.without-scroll-or-point-in-time.
 */
export function checkSearchRequest(request: SearchRequest, target: SearchTarget): void {
  const rules = [
    ...(request.scroll === undefined ? [] : scrollRules),
    ...(request.pit === undefined ? [] : pitRules),
    ...commonRules,
  ];
  const broken = rules.filter(([, isBroken]) => isBroken(request, target));
  if (broken.length > 0) throw validationError(broken.map(([reason]) => reason));
}
