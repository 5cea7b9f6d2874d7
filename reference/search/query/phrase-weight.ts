import { at, defined } from '../../base/assert.ts';
import { firstIndex } from '../../base/order.ts';
import type { Work } from '../../base/work.ts';
import { mapInSteps } from '../../base/work.ts';
import type { Token } from '../../store/analysis/analyzer.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { Postings } from '../../store/segment.ts';
import { bm25, inverseDocumentFrequency, noneWeight } from './term-weight.ts';
import type { ShardContext, Weight } from './weight.ts';
import { frequencyOf, statisticsOf } from './weight.ts';

/** A phrase of a text field: its terms with their positions. */
interface Phrase {
  readonly field: string;
  readonly tokens: readonly Token[];
  /** Maximum total number of positions by which terms may be moved. */
  readonly slop: number;
  readonly boost: number;
}

/** Returns the weight of a phrase: BM25 with the sum of the weights of its terms and the frequency of the phrase. */
export function* phraseWeight(context: ShardContext, phrase: Phrase): Work<Weight> {
  const { field, tokens, slop, boost } = phrase;
  const statistics = statisticsOf(context, field);
  const weights = yield* mapInSteps(tokens, tokensAtOnce, ({ term }) =>
    inverseDocumentFrequency(frequencyOf(context, field, term), statistics),
  );
  const idf = weights.reduce((sum, weight) => sum + weight, 0);
  const similarity = bm25({ boost, idf }, statistics);
  return function* inSteps(scope) {
    const index = scope.fields.terms(field);
    const byTerm = new Map(tokens.map(({ term }) => [term, index?.postings.get(term)]));
    const terms = [...byTerm.values()];
    if (index === undefined || !terms.every((term) => term !== undefined)) {
      return yield* noneWeight(scope);
    }
    const ordered = terms.toSorted((a, b) => a.docs.length - b.docs.length);
    const numbers = new Map(ordered.map((postings, number) => [postings, number]));
    const words = tokens.map(({ term, position }) => ({
      term: defined(numbers.get(defined(byTerm.get(term), 'postings')), 'number of a term'),
      shift: position,
    }));
    const frequencies = new Map<number, number>();
    const docs = new DocSet(scope.size);
    for (const doc of commonDocs(ordered)) {
      yield;
      const places = ordered.map((term) => placesIn(term, doc));
      const frequency = yield* slop === 0
        ? exactFrequency(words, places)
        : sloppyFrequency(words, places, slop);
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

/** Words of a phrase that are looked up in one step. */
const tokensAtOnce = 64;

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

/** A word of a phrase: the number of its term, and its position in the phrase. */
interface PhraseWord {
  readonly term: number;
  readonly shift: number;
}

/** Takes the words of a phrase, and the positions of each term in a document; returns the number of exact occurrences. */
function* exactFrequency(
  words: readonly PhraseWord[],
  places: readonly (readonly number[])[],
): Work<number> {
  const first = words.find(({ term }) => term === 0)?.shift ?? 0;
  const sets = places.map((list) => new Set(list));
  let count = 0;
  for (const place of at(places, 0)) {
    yield;
    if (words.every(({ term, shift }) => at(sets, term).has(place - first + shift))) count++;
  }
  return count;
}

/**
 * Returns the frequency of a phrase whose words may be moved: the sum of 1 / (1 + d) over its occurrences, d being the
 * distance of the nearest positions of all words, starting from one position of the first.
 */
function* sloppyFrequency(
  [first, ...others]: readonly PhraseWord[],
  places: readonly (readonly number[])[],
  slop: number,
): Work<number> {
  if (first === undefined) return 0;
  let sum = 0;
  const nearest = others.map(() => 0);
  for (const place of at(places, first.term)) {
    yield;
    const start = place - first.shift;
    let [low, high] = [start, start];
    for (const [number, { term, shift }] of others.entries()) {
      const list = at(places, term);
      const near = nearestTo(start + shift, list, at(nearest, number));
      nearest[number] = near;
      low = Math.min(low, at(list, near) - shift);
      high = Math.max(high, at(list, near) - shift);
    }
    if (high - low <= slop) sum = Math.fround(sum + Math.fround(1 / (1 + high - low)));
  }
  return sum;
}

/** Returns the index of the position that is nearest to a place, from an index on. */
function nearestTo(place: number, positions: readonly number[], from: number): number {
  let near = from;
  let distance = Math.abs(at(positions, near) - place);
  while (near + 1 < positions.length) {
    const next = Math.abs(at(positions, near + 1) - place);
    if (next >= distance) break;
    distance = next;
    near++;
  }
  return near;
}
