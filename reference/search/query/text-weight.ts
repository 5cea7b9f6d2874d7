import { Bitset } from '../../store/bitset.ts';
import type { Postings } from '../../store/segment.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { firstIndex } from '../order.ts';
import { bm25, inverseDocumentFrequency } from './bm25.ts';
import { nothing } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { frequencyOf, statisticsOf } from './weight.ts';

/** A phrase of a text field: its words with their places. */
export interface Phrase {
  readonly field: string;
  readonly tokens: readonly Token[];
  /** How far, in words, the words may be moved from their places altogether. */
  readonly slop: number;
  readonly boost: number;
}

/** Gives the weight of a phrase: BM25 with the sum of its words' weights, and how often it stands in the document. */
export function phraseWeight(context: ShardContext, phrase: Phrase): Weight {
  const { field, tokens, slop, boost } = phrase;
  const statistics = statisticsOf(context, field);
  const idf = tokens.reduce(
    (sum, { term }) =>
      sum + inverseDocumentFrequency(frequencyOf(context, field, term), statistics),
    0,
  );
  const similarity = bm25(boost * idf, statistics);
  return (scope) => {
    const index = scope.fields.terms(field);
    const words = tokens.map(({ term }) => index?.postings(term));
    if (index === undefined || words.some((word) => word === undefined)) return nothing(scope);
    const found = new Map<number, number>();
    const docs = new Bitset(scope.size);
    for (const doc of commonDocs(words)) {
      const places = words.map((word, at) => placesIn(word, doc, tokens[at]?.position ?? 0));
      const frequency = phraseFrequency(places, slop);
      if (frequency === 0) continue;
      found.set(doc, frequency);
      docs.set(doc);
    }
    return {
      docs,
      score: (doc) => similarity(found.get(doc) ?? 0, index.lengths?.[doc] ?? 1),
    };
  };
}

/** Documents that hold every word, ascending, led by the rarest. */
function* commonDocs(words: readonly (Postings | undefined)[]): Generator<number> {
  const lists = words
    .map((word) => word?.docs ?? new Uint32Array())
    .sort((a, b) => a.length - b.length);
  const [rarest = new Uint32Array(), ...others] = lists;
  for (const doc of rarest) {
    if (others.every((list) => list[positionOf(list, doc)] === doc)) yield doc;
  }
}

function positionOf(list: Uint32Array, doc: number): number {
  return firstIndex(list.length, (at) => (list[at] ?? 0) >= doc);
}

/** Places of a word in a document, each less the place that the word has in the phrase. */
function placesIn(word: Postings | undefined, doc: number, shift: number): readonly number[] {
  if (word?.positions === undefined) return [];
  const at = positionOf(word.docs, doc);
  const start = word.positionStarts?.[at] ?? 0;
  const end = start + (word.frequencies?.[at] ?? 0);
  return Array.from(word.positions.subarray(start, end), (place) => place - shift);
}

/** Exact phrases count one each; words that are moved by d count 1 / (1 + d). */
function phraseFrequency(places: readonly (readonly number[])[], slop: number): number {
  const [first = [], ...rest] = places;
  if (slop === 0) {
    const sets = rest.map((list) => new Set(list));
    return first.filter((place) => sets.every((set) => set.has(place))).length;
  }
  let sum = 0;
  for (const place of first) {
    const distance = spread(place, rest);
    if (distance <= slop) sum += 1 / (1 + distance);
  }
  return sum;
}

/** How far apart the nearest places of all words are, seen from one place of the first. */
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
