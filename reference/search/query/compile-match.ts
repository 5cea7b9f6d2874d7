import { refuse, ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { analyze } from '../../store/analysis/analyzer.ts';
import { scalarText } from '../scalar-text.ts';
import { constantWeight, noneWeight, termWeight } from './term-weight.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import type { QueriedField } from './field-values.ts';
import { valueWeight } from './compile-values.ts';
import { maxClauses } from './parse-query.ts';
import { phraseWeight } from './phrase-weight.ts';
import type { MatchPhraseQuery, MatchQuery } from './query.ts';
import type { ShardContext, Weight } from './weight.ts';
import { allDocs } from './weight.ts';

/**
 * Returns the weight of a `match` query; its default operator is `or`. On text fields the query is analysed by the
 * analyzer of the field; on other types the whole value must be equal.
 *
 * Clauses: search.match-operator-and, search.match-operator-or, search.match-operator-default, search.match-options.
 */
export function* matchWeight(
  query: MatchQuery,
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  if (field.type !== 'text') return yield* exactWeight(query, field, context);
  const { boost, operator, zeroTerms } = query;
  const tokens = tokensOf(query, field, context);
  if (tokens.length === 0) {
    return zeroTerms === 'all' ? constantWeight(boost, allDocs) : noneWeight;
  }
  const terms = yield* mapInSteps(tokens, termsAtOnce, ({ term }) =>
    termWeight(context, { field: field.name, term, boost }),
  );
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
export function* matchPhraseWeight(
  query: MatchPhraseQuery,
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  if (field.type !== 'text') {
    return yield* exactWeight({ ...query, lenient: false }, field, context);
  }
  const tokens = tokensOf(query, field, context);
  const [first] = tokens;
  if (first === undefined) return noneWeight;
  const { slop, boost } = query;
  if (tokens.length === 1)
    return termWeight(context, { field: field.name, term: first.term, boost });
  return yield* phraseWeight(context, { field: field.name, tokens, slop, boost });
}

function* exactWeight(
  { query, boost, lenient }: Pick<MatchQuery, 'query' | 'boost' | 'lenient'>,
  field: QueriedField,
  context: ShardContext,
): Work<Weight> {
  const term = {
    kind: 'term',
    field: field.name,
    value: query,
    case_insensitive: false,
    boost,
  } as const;
  try {
    return yield* valueWeight(term, field, context);
  } catch (error) {
    if (lenient && error instanceof ServiceError) return noneWeight;
    throw error;
  }
}

function tokensOf(
  query: Pick<MatchQuery, 'query' | 'analyzer'>,
  field: QueriedField & { readonly type: 'text' },
  { words }: ShardContext,
): readonly Token[] {
  const { search_analyzer, analyzer } = field;
  const known = [search_analyzer, analyzer].find(({ name }) => name === query.analyzer);
  if (query.analyzer !== undefined && known === undefined) {
    return refuse(`[match] analyzer [${query.analyzer}] not found`);
  }
  const tokens = analyze(known ?? search_analyzer, scalarText(query.query));
  words.left -= tokens.length;
  if (words.left >= 0) return tokens;
  return refuse(
    `[${field.name}] is searched for too many words: maxClauseCount is set to ${maxClauses}`,
  );
}

/** Terms of a query that are looked up in one step. */
const termsAtOnce = 64;
