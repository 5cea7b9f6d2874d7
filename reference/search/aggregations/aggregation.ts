import type { Span } from '../../base/dates/intervals.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';

/** One entry of a bucket order: a count, a key, or the value of a sub-aggregation (`avg_price`, `stats.max`). */
export interface BucketOrder {
  readonly path: string;
  readonly descending: boolean;
}

/** A `terms` aggregation: a bucket for each value of a field. */
export interface TermsAggregation {
  readonly kind: 'terms';
  readonly field: string;
  readonly size: number;
  readonly order: readonly BucketOrder[];
  readonly min_doc_count: number;
  readonly missing?: JsonValue | undefined;
  readonly children: ReadonlyMap<string, Aggregation>;
}

/** A `date_histogram` aggregation: a bucket for each interval of time. */
export interface DateHistogramAggregation {
  readonly kind: 'date_histogram';
  readonly field: string;
  /** Days and months follow the calendar of the time zone. */
  readonly interval: Span;
  readonly format?: string | undefined;
  readonly time_zone: string;
  readonly min_doc_count: number;
  readonly keyed: boolean;
  readonly missing?: JsonValue | undefined;
  readonly order: readonly BucketOrder[];
  readonly children: ReadonlyMap<string, Aggregation>;
}

/** An aggregation with one number for each bucket. */
export interface MetricAggregation {
  readonly kind: 'avg' | 'sum' | 'min' | 'max' | 'value_count' | 'cardinality';
  readonly field: string;
  readonly missing?: JsonValue | undefined;
}

/** What an aggregation computes. */
export type Computation = TermsAggregation | DateHistogramAggregation | MetricAggregation;

/** A parsed aggregation. */
export type Aggregation = Computation & {
  /** An object that the result repeats; absent if the request has none. */
  readonly meta?: JsonObject | undefined;
};
