import type { BoolQuery, Query } from './query.ts';

/** Queries whose score is their boost for all matches. */
const unscored: readonly Query['kind'][] = [
  'match_all',
  'constant_score',
  'exists',
  'ids',
  'prefix',
  'wildcard',
  'range',
  'terms',
];

/** Returns the score of all matches of a query, or undefined if scores can differ. */
export function constantScoreOf(query: Query): number | undefined {
  if (unscored.includes(query.kind)) return Math.fround(query.boost);
  if (query.kind === 'bool' && isFilter(query) && isEmpty(query)) return Math.fround(query.boost);
  const isZero =
    query.kind === 'match_none' ||
    (query.kind === 'nested' && query.score_mode === 'none') ||
    (query.kind === 'bool' && isFilter(query));
  return isZero ? 0 : undefined;
}

/** A bool query without clauses matches all documents. */
function isEmpty({ filter, must_not }: BoolQuery): boolean {
  return filter.length === 0 && must_not.length === 0;
}

function isFilter({ must, should }: BoolQuery): boolean {
  return must.length === 0 && should.length === 0;
}
