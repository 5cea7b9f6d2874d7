import type { JsonValue } from '../../base/json.ts';

/** How the scores of nested objects are combined to the score of their document. */
export type ScoreMode = 'avg' | 'sum' | 'min' | 'max' | 'none';

/** How a value of a range field must relate to the range of the query. */
export type RangeRelation = 'intersects' | 'contains' | 'within';

interface Boosted {
  /** Factor of the score. */
  readonly boost: number;
}

interface OnField extends Boosted {
  /** Full path of the field. */
  readonly field: string;
}

export interface MatchAllQuery extends Boosted {
  readonly kind: 'match_all';
}

export interface MatchNoneQuery extends Boosted {
  readonly kind: 'match_none';
}

export interface TermQuery extends OnField {
  readonly kind: 'term';
  readonly value: JsonValue;
  readonly case_insensitive: boolean;
}

export interface TermsQuery extends OnField {
  readonly kind: 'terms';
  readonly values: readonly JsonValue[];
}

export interface RangeQuery extends OnField {
  readonly kind: 'range';
  readonly lower: RangeBound | undefined;
  readonly upper: RangeBound | undefined;
  readonly format: string | undefined;
  readonly time_zone: string | undefined;
  readonly relation: RangeRelation;
}

export interface RangeBound {
  readonly value: JsonValue;
  readonly inclusive: boolean;
}

export interface MatchQuery extends OnField {
  readonly kind: 'match';
  readonly query: JsonValue;
  readonly operator: 'and' | 'or';
  readonly minimum_should_match: string | undefined;
  readonly analyzer: string | undefined;
  readonly zeroTerms: 'none' | 'all';
  readonly lenient: boolean;
}

export interface MatchPhraseQuery extends OnField {
  readonly kind: 'match_phrase';
  readonly query: JsonValue;
  readonly slop: number;
  readonly analyzer: string | undefined;
}

export interface BoolQuery extends Boosted {
  readonly kind: 'bool';
  readonly must: readonly Query[];
  readonly should: readonly Query[];
  readonly filter: readonly Query[];
  readonly must_not: readonly Query[];
  readonly minimum_should_match: string | undefined;
}

export interface ExistsQuery extends OnField {
  readonly kind: 'exists';
}

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

export interface ConstantScoreQuery extends Boosted {
  readonly kind: 'constant_score';
  readonly filter: Query;
}

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
