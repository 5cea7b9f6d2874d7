import { at, defined } from '../../base/assert.ts';
import { firstIndex } from '../../base/order.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { analyze } from '../../store/analysis/analyzer.ts';
import { Bitset } from '../../store/bitset.ts';
import type { Postings } from '../../store/segment.ts';
import { scalarText } from '../scalar-text.ts';
import {
  bm25,
  inverseDocumentFrequency,
  constantWeight,
  noneWeight,
  termWeight,
} from './term-weight.ts';
import { boolWeight, minimumShouldMatch } from './bool-weight.ts';
import type { QueriedField } from './field-values.ts';
import { valueWeight } from './compile-values.ts';
import { maxClauses } from './parse-query.ts';
import type { MatchPhraseQuery, MatchQuery } from './query.ts';
import type { ShardContext, Weight } from './weight.ts';
import { frequencyOf, statisticsOf } from './weight.ts';

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

/** A phrase of a text field: its terms with their positions. */
interface Phrase {
  readonly field: string;
  readonly tokens: readonly Token[];
  /** Maximum total number of positions by which terms may be moved. */
  readonly slop: number;
  readonly boost: number;
}

/** Returns the weight of a phrase: BM25 with the sum of the weights of its terms and the frequency of the phrase. */
function phraseWeight(context: ShardContext, phrase: Phrase): Weight {
  const { field, tokens, slop, boost } = phrase;
  const statistics = statisticsOf(context, field);
  const idf = tokens.reduce(
    (sum, { term }) =>
      sum + inverseDocumentFrequency(frequencyOf(context, field, term), statistics),
    0,
  );
  const similarity = bm25({ boost, idf }, statistics);
  return (scope) => {
    const index = scope.fields.terms(field);
    const words = tokens.map(({ term }) => index?.postings(term));
    if (index === undefined || !words.every((word) => word !== undefined)) return noneWeight(scope);
    const found = new Map<number, number>();
    const docs = new Bitset(scope.size);
    for (const doc of commonDocs(words)) {
      const places = words.map((word, number) => placesIn(word, doc, at(tokens, number).position));
      const frequency = phraseFrequency(places, slop);
      if (frequency === 0) continue;
      found.set(doc, frequency);
      docs.set(doc);
    }
    return {
      docs,
      score: (doc) => similarity(defined(found.get(doc), 'frequency'), index.lengths?.[doc] ?? 1),
    };
  };
}

/** Yields the documents with all terms, in ascending order; iterates over the rarest. */
function* commonDocs(words: readonly Postings[]): Generator<number> {
  const lists = words.map(({ docs }) => docs).sort((a, b) => a.length - b.length);
  const others = lists.slice(1);
  for (const doc of at(lists, 0)) {
    if (others.every((list) => list[positionOf(list, doc)] === doc)) yield doc;
  }
}

function positionOf(list: Uint32Array, doc: number): number {
  return firstIndex(list.length, (index) => list[index]! >= doc);
}

/** Returns the positions of a term in a document, each minus its position in the phrase. */
function placesIn(word: Postings, doc: number, shift: number): readonly number[] {
  const { docs, frequencies, positions, positionStarts } = word;
  if (positions === undefined) return [];
  const index = positionOf(docs, doc);
  const start = at(defined(positionStarts, 'starts of positions'), index);
  const end = start + at(defined(frequencies, 'frequencies'), index);
  return Array.from(positions.subarray(start, end), (place) => place - shift);
}

/**
 * Returns the frequency of a phrase: 1 for each exact occurrence, and 1 / (1 + d) for one whose terms are moved by d
 * positions.
 */
function phraseFrequency(places: readonly (readonly number[])[], slop: number): number {
  const first = at(places, 0);
  const rest = places.slice(1);
  if (slop === 0) {
    const sets = rest.map((list) => new Set(list));
    return first.filter((place) => sets.every((set) => set.has(place))).length;
  }
  let sum = 0;
  for (const place of first) {
    const distance = spread(place, rest);
    if (distance <= slop) sum = Math.fround(sum + Math.fround(1 / (1 + distance)));
  }
  return sum;
}

/** Returns the distance between the nearest positions of all terms, starting from one position of the first. */
function spread(place: number, rest: readonly (readonly number[])[]): number {
  const nearest = rest.map((list) =>
    list.reduce(
      (best, other) => (Math.abs(other - place) < Math.abs(best - place) ? other : best),
      Number.POSITIVE_INFINITY,
    ),
  );
  const all = [place, ...nearest];
  return Math.max(...all) - Math.min(...all);
}
