import { at, defined } from '../../base/assert.ts';
import { firstIndex } from '../../base/order.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { analyze } from '../../store/analysis/analyzer.ts';
import { DocSet } from '../../store/doc-set.ts';
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
import { allDocs, frequencyOf, statisticsOf } from './weight.ts';

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
  const tokens = tokensOf(query, field);
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
  const tokens = tokensOf(query, field);
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
function* phraseWeight(context: ShardContext, phrase: Phrase): Work<Weight> {
  const { field, tokens, slop, boost } = phrase;
  const statistics = statisticsOf(context, field);
  const weights = yield* mapInSteps(tokens, termsAtOnce, ({ term }) =>
    inverseDocumentFrequency(frequencyOf(context, field, term), statistics),
  );
  const idf = weights.reduce((sum, weight) => sum + weight, 0);
  const similarity = bm25({ boost, idf }, statistics);
  return function* inSteps(scope) {
    const index = scope.fields.terms(field);
    const words = tokens.map(({ term }) => index?.postings.get(term));
    if (index === undefined || !words.every((word) => word !== undefined)) {
      return yield* noneWeight(scope);
    }
    const frequencies = new Map<number, number>();
    const docs = new DocSet(scope.size);
    const rarest = [...new Set(words)].sort((a, b) => a.docs.length - b.docs.length);
    for (const doc of commonDocs(rarest)) {
      yield;
      const budget = { left: maxComparisons };
      const found = new Map(rarest.map((word) => [word, placesIn(word, doc)]));
      const placed = words.map((word, number) => ({
        places: defined(found.get(word), 'places of a word'),
        shift: at(tokens, number).position,
      }));
      const frequency =
        slop === 0 ? exactFrequency(placed, budget) : sloppyFrequency(placed, slop, budget);
      if (budget.left < 0) refuse(`the phrase on [${field}] takes too long`);
      if (frequency === 0) continue;
      frequencies.set(doc, frequency);
      docs.set(doc);
    }
    return {
      docs,
      score: (doc) =>
        similarity(defined(frequencies.get(doc), 'frequency'), index.lengths?.[doc] ?? 1),
    };
  };
}

/** Terms of a query that are looked up in one step. */
const termsAtOnce = 64;

/** The most comparisons of positions for one phrase in one document. */
const maxComparisons = 10_000_000;

/** How many comparisons are left. */
interface Comparisons {
  left: number;
}

/** Takes the terms, the rarest first; yields the documents with all of them, in ascending order. */
function* commonDocs([rarest, ...others]: readonly Postings[]): Generator<number> {
  for (const doc of rarest?.docs ?? []) {
    if (others.every(({ docs }) => docs[positionOf(docs, doc)] === doc)) yield doc;
  }
}

function positionOf(list: readonly number[], doc: number): number {
  return firstIndex(list.length, (index) => list[index]! >= doc);
}

/** Returns the positions of a term in a document. */
function placesIn(word: Postings, doc: number): readonly number[] {
  const { docs, frequencies, positions, positionStarts } = word;
  if (positions === undefined) return [];
  const index = positionOf(docs, doc);
  const start = at(defined(positionStarts, 'starts of positions'), index);
  return positions.slice(start, start + at(defined(frequencies, 'frequencies'), index));
}

/** A word of a phrase: its positions in a document, and its position in the phrase. */
interface PlacedWord {
  readonly places: readonly number[];
  readonly shift: number;
}

/** Returns the number of exact occurrences of a phrase. */
function exactFrequency(words: readonly PlacedWord[], budget: Comparisons): number {
  const [first, ...others] = words.toSorted((a, b) => a.places.length - b.places.length);
  if (first === undefined) return 0;
  const sets = new Map(others.map(({ places }) => [places, new Set(places)]));
  const starts = first.places.filter((place) =>
    others.every(({ places, shift }) => {
      return --budget.left < 0 || sets.get(places)?.has(place - first.shift + shift);
    }),
  );
  return starts.length;
}

/**
 * Returns the frequency of a phrase whose terms may be moved: the sum of 1 / (1 + d) over its occurrences, d being the
 * distance of the nearest positions of all terms, starting from one position of the first.
 */
function sloppyFrequency(
  [first, ...others]: readonly PlacedWord[],
  slop: number,
  budget: Comparisons,
): number {
  let sum = 0;
  const nearest = others.map(() => 0);
  for (const place of first?.places ?? []) {
    const start = place - (first?.shift ?? 0);
    let [low, high] = [start, start];
    for (const [number, { places, shift }] of others.entries()) {
      if (--budget.left < 0) return 0;
      const distance = (index: number): number =>
        Math.abs((places[index] ?? Infinity) - shift - start);
      let near = nearest[number] ?? 0;
      while (distance(near + 1) < distance(near)) near++;
      nearest[number] = near;
      const other = at(places, near) - shift;
      low = Math.min(low, other);
      high = Math.max(high, other);
    }
    if (high - low <= slop) sum = Math.fround(sum + Math.fround(1 / (1 + high - low)));
  }
  return sum;
}
