import type { JsonValue } from '../../base/json.ts';

/** How the scores of nested objects are combined into the score of their document. */
export type ScoreMode = 'avg' | 'sum' | 'min' | 'max' | 'none';

/** How a value of a range field must relate to the range of the query. */
export type RangeRelation = 'intersects' | 'contains' | 'within';

interface Boosted {
  /** The factor by which the score is multiplied. */
  readonly boost: number;
}

interface OnField extends Boosted {
  /** Full path of the field. */
  readonly field: string;
}

/** Matches all documents. */
export interface MatchAllQuery extends Boosted {
  readonly kind: 'match_all';
}

/** Matches no documents. */
export interface MatchNoneQuery extends Boosted {
  readonly kind: 'match_none';
}

/** Matches one exact value. */
export interface TermQuery extends OnField {
  readonly kind: 'term';
  readonly value: JsonValue;
  readonly case_insensitive: boolean;
}

/** Matches any of several exact values. */
export interface TermsQuery extends OnField {
  readonly kind: 'terms';
  readonly values: readonly JsonValue[];
}

/** Matches the values between two bounds. */
export interface RangeQuery extends OnField {
  readonly kind: 'range';
  readonly lower: RangeBound | undefined;
  readonly upper: RangeBound | undefined;
  readonly format: string | undefined;
  readonly time_zone: string | undefined;
  readonly relation: RangeRelation;
}

/** One bound of a range query. */
export interface RangeBound {
  readonly value: JsonValue;
  readonly inclusive: boolean;
}

/** Matches the analysed words of a text. */
export interface MatchQuery extends OnField {
  readonly kind: 'match';
  readonly query: JsonValue;
  readonly operator: 'and' | 'or';
  readonly minimum_should_match: string | undefined;
  readonly analyzer: string | undefined;
  readonly zeroTerms: 'none' | 'all';
  readonly lenient: boolean;
}

/** Matches the analysed words of a text in their order. */
export interface MatchPhraseQuery extends OnField {
  readonly kind: 'match_phrase';
  readonly query: JsonValue;
  readonly slop: number;
  readonly analyzer: string | undefined;
}

/** Combines other queries. */
export interface BoolQuery extends Boosted {
  readonly kind: 'bool';
  readonly must: readonly Query[];
  readonly should: readonly Query[];
  readonly filter: readonly Query[];
  readonly must_not: readonly Query[];
  readonly minimum_should_match: string | undefined;
}

/** Matches documents that have a value in a field. */
export interface ExistsQuery extends OnField {
  readonly kind: 'exists';
}

/** Matches documents by their ids. */
export interface IdsQuery extends Boosted {
  readonly kind: 'ids';
  readonly values: readonly string[];
}

/** A prefix or wildcard query. */
export interface PatternQuery extends OnField {
  readonly kind: 'prefix' | 'wildcard';
  readonly value: string;
  readonly case_insensitive: boolean;
}

/** Matches the same documents as a filter, all with the same score. */
export interface ConstantScoreQuery extends Boosted {
  readonly kind: 'constant_score';
  readonly filter: Query;
}

/** Matches documents with a matching nested object. */
export interface NestedQuery extends Boosted {
  readonly kind: 'nested';
  readonly path: string;
  readonly query: Query;
  readonly score_mode: ScoreMode;
  readonly ignore_unmapped: boolean;
}

/** A parsed query, independent of any index. */
export type Query =
  | MatchAllQuery
  | MatchNoneQuery
  | TermQuery
  | TermsQuery
  | RangeQuery
  | MatchQuery
  | MatchPhraseQuery
  | BoolQuery
  | ExistsQuery
  | IdsQuery
  | PatternQuery
  | ConstantScoreQuery
  | NestedQuery;

/** The query of a search without `query`. */
export const matchAll: Query = { kind: 'match_all', boost: 1 };
