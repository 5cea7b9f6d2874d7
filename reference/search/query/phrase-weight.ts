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
    const terms = new Map<string, Postings>();
    for (const { term } of tokens) {
      const postings = index?.postings.get(term);
      if (postings === undefined) return yield* noneWeight(scope);
      terms.set(term, postings);
    }
    const frequencies = new Map<number, number>();
    const docs = new DocSet(scope.size);
    for (const doc of commonDocs([...terms.values()])) {
      yield;
      const places = new Map(
        Array.from(terms, ([term, postings]) => [term, placesIn(postings, doc)]),
      );
      const frequency = yield* frequencyIn(places, tokens, slop);
      if (frequency === 0) continue;
      frequencies.set(doc, frequency);
      docs.set(doc);
    }
    const score = (doc: number): number =>
      similarity(defined(frequencies.get(doc), 'frequency'), index?.lengths?.[doc] ?? 1);
    return { docs, score };
  };
}

/** Words of a phrase that are looked up in one step. */
const tokensAtOnce = 64;

/** Yields the documents with all terms, in ascending order: those with the rarest one that have the others. */
function* commonDocs(terms: readonly Postings[]): Generator<number> {
  const [rarest, ...others] = terms.toSorted((a, b) => a.docs.length - b.docs.length);
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

/**
 * Takes the positions of each term in a document; returns the frequency of a phrase whose words may be moved: the sum of
 * 1 / (1 + d) over its occurrences, d being the distance of the nearest positions of all words, starting from one position
 * of the first.
 */
function* frequencyIn(
  places: ReadonlyMap<string, readonly number[]>,
  [first, ...others]: readonly Token[],
  slop: number,
): Work<number> {
  if (first === undefined) return 0;
  let sum = 0;
  const nearest = others.map(() => 0);
  for (const place of places.get(first.term) ?? []) {
    yield;
    const start = place - first.position;
    let [low, high] = [start, start];
    for (const [number, { term, position }] of others.entries()) {
      const list = defined(places.get(term), 'positions of a term');
      const near = nearestTo(start + position, list, at(nearest, number));
      nearest[number] = near;
      low = Math.min(low, at(list, near) - position);
      high = Math.max(high, at(list, near) - position);
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
