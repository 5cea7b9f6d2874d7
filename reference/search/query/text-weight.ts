import { at, defined } from '../../base/assert.ts';
import { Bitset } from '../../store/bitset.ts';
import type { Postings } from '../../store/segment.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { firstIndex } from '../../base/order.ts';
import { bm25, inverseDocumentFrequency } from './bm25.ts';
import { noneWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { frequencyOf, statisticsOf } from './weight.ts';

/** A phrase of a text field: its terms with their positions. */
export interface Phrase {
  readonly field: string;
  readonly tokens: readonly Token[];
  /** Maximum total number of positions by which terms may be moved. */
  readonly slop: number;
  readonly boost: number;
}

/** Returns the weight of a phrase: BM25 with the sum of the weights of its terms and the frequency of the phrase. */
export function phraseWeight(context: ShardContext, phrase: Phrase): Weight {
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
