import type { Query } from './query.ts';

/** Gives the score that a query gives every document it finds, or undefined where they may differ. */
export function constantScoreOf(query: Query): number | undefined {
  switch (query.kind) {
    case 'match_all':
    case 'constant_score':
    case 'exists':
    case 'ids':
    case 'prefix':
    case 'wildcard':
    case 'range':
    case 'terms':
      return Math.fround(query.boost);
    case 'match_none':
      return 0;
    case 'bool':
      return query.must.length === 0 && query.should.length === 0 ? 0 : undefined;
    case 'nested':
      return query.score_mode === 'none' ? 0 : undefined;
    case 'term':
    case 'match':
    case 'match_phrase':
      return undefined;
    default:
      return query satisfies never;
  }
}
