import { refuse } from '../../base/service-error.ts';
import { scalarText } from '../scalar-text.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { analyze } from '../../store/analysis/analyzer.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { QueriedField } from './queried-field.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import { valueWeight } from './compile-term.ts';
import { maxClauses } from './parse-query.ts';
import type { MatchPhraseQuery, MatchQuery } from './query.ts';
import { constantWeight, noneWeight, termWeight } from './term-weight.ts';
import { phraseWeight } from './text-weight.ts';
import type { ShardContext, Weight } from './weight.ts';

/**
 * Returns the weight of a `match` query; its default operator is `or`. On text fields the query is analysed by the
 * analyzer of the field; on other types the whole value must be equal.
 *
 * Clauses: search.match-operator-and, search.match-operator-or, search.match-operator-default, search.match-options.
 */
export function matchWeight(query: MatchQuery, field: QueriedField, context: ShardContext): Weight {
  if (field.type !== 'text') return exactWeight(query, field, context);
  const { boost, operator, zeroTerms } = query;
  const tokens = tokensOf(query, field);
  if (tokens.length === 0) {
    return zeroTerms === 'all' ? constantWeight(boost, () => undefined) : noneWeight;
  }
  const terms = tokens.map(({ term }) => termWeight(context, { field: field.name, term, boost }));
  const [only] = terms;
  if (terms.length === 1 && only !== undefined) return only;
  const least =
    query.minimum_should_match === undefined
      ? 1
      : minimumShouldMatch(query.minimum_should_match, terms.length);
  return boolWeight({
    must: operator === 'and' ? terms : [],
    should: operator === 'or' ? terms : [],
    filter: [],
    must_not: [],
    minMatches: operator === 'or' ? Math.max(1, least) : 0,
    boost: 1,
  });
}

/** Returns the weight of a `match_phrase` query: its terms in order, at most `slop` moves apart. */
export function matchPhraseWeight(
  query: MatchPhraseQuery,
  field: QueriedField,
  context: ShardContext,
): Weight {
  if (field.type !== 'text') return exactWeight({ ...query, lenient: false }, field, context);
  const tokens = tokensOf(query, field);
  const [first] = tokens;
  if (first === undefined) return noneWeight;
  const { slop, boost } = query;
  if (tokens.length === 1)
    return termWeight(context, { field: field.name, term: first.term, boost });
  return phraseWeight(context, { field: field.name, tokens, slop, boost });
}

function exactWeight(
  { query, boost, lenient }: Pick<MatchQuery, 'query' | 'boost' | 'lenient'>,
  field: QueriedField,
  context: ShardContext,
): Weight {
  const term = {
    kind: 'term',
    field: field.name,
    value: query,
    case_insensitive: false,
    boost,
  } as const;
  try {
    return valueWeight(term, field, context);
  } catch (error) {
    if (lenient && error instanceof ServiceError) return noneWeight;
    throw error;
  }
}

function tokensOf(
  query: Pick<MatchQuery, 'query' | 'analyzer'>,
  field: QueriedField & { readonly type: 'text' },
): readonly Token[] {
  const { search_analyzer, analyzer } = field;
  const known = [search_analyzer, analyzer].find(({ name }) => name === query.analyzer);
  if (query.analyzer !== undefined && known === undefined) {
    return refuse(`[match] analyzer [${query.analyzer}] not found`);
  }
  const tokens = analyze(known ?? search_analyzer, scalarText(query.query));
  if (tokens.length <= maxClauses) return tokens;
  return refuse(
    `[${field.name}] is searched for [${tokens.length}] words: maxClauseCount is set to ${maxClauses}`,
  );
}
