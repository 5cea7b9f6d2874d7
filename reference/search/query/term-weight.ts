import { firstIndex } from '../../base/order.ts';
import type { Work } from '../../base/work.ts';
import { DocSet } from '../../store/doc-set.ts';
import type { FieldStatistics, Matches, Scope, ShardContext, Weight } from './weight.ts';
import { always, frequencyOf, statisticsOf, zero } from './weight.ts';

const { fround } = Math;

/** Saturation of the term frequency: the higher, the more repeated terms add to the score. */
const k1 = fround(1.2);

/** Influence of the length of a document on the score, from 0 to 1. */
const b = 0.75;

/**
 * Returns the weight of a term in `documentFrequency` documents: ln(1 + (N - n + 0.5) / (n + 0.5)), rounded to 32 bits.
 */
export function inverseDocumentFrequency(
  documentFrequency: number,
  { documentCount }: FieldStatistics,
): number {
  const ratio = (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5);
  return fround(Math.log(1 + ratio));
}

/**
 * Returns the score of a term, or phrase, by its frequency in a document and the document's length in terms:
 * weight · (k1 + 1) · f / (f + k1 · (1 - b + b · length / average length)). Every step is rounded to 32 bits, as in
 * Lucene, so that equal documents have equal scores.
 */
export function bm25(
  { boost, idf }: { readonly boost: number; readonly idf: number },
  statistics: FieldStatistics,
): (frequency: number, length: number) => number {
  const { documentCount, totalLength } = statistics;
  const average = documentCount > 0 && totalLength > 0 ? fround(totalLength / documentCount) : 1;
  const weight = fround(fround(fround(boost) * fround(1 + k1)) * fround(idf));
  return (frequency, length) => {
    const share = fround(fround(b * quantizeLength(length)) / average);
    const inverse = fround(1 / fround(k1 * fround(1 - b + share)));
    return fround(weight - fround(weight / fround(1 + fround(frequency * inverse))));
  };
}

/**
 * Rounds a length to the precision of one byte: exact up to 40, four significant bits above, rounded down. As Lucene
 * stores lengths like this, scores of long documents depend on it.
 */
export function quantizeLength(length: number): number {
  const exact = 24;
  if (length < exact + 16) return length;
  const rest = length - exact;
  const shift = 31 - Math.clz32(rest) - 3;
  return exact + ((rest >>> shift) << shift);
}

/** A term of an indexed field, and its boost. */
interface WeighedTerm {
  readonly field: string;
  readonly term: string;
  readonly boost: number;
}

/**
 * Returns the weight of one term of a field that is indexed by terms, scored by BM25 with the statistics of the shard.
 * Frequency and length are 1 in all fields but texts.
 */
export function termWeight(context: ShardContext, { field, term, boost }: WeighedTerm): Weight {
  const statistics = statisticsOf(context, field);
  const idf = inverseDocumentFrequency(frequencyOf(context, field, term), statistics);
  const similarity = bm25({ boost, idf }, statistics);
  return inOneStep((scope) => {
    const index = scope.fields.terms(field);
    const postings = index?.postings.get(term);
    if (index === undefined || postings === undefined) return noMatches(scope);
    const { docs, frequencies } = postings;
    const { lengths } = index;
    const score = (doc: number): number => {
      const at = firstIndex(docs.length, (position) => docs[position]! >= doc);
      return similarity(frequencies?.[at] ?? 1, lengths?.[doc] ?? 1);
    };
    return { docs: DocSet.of(docs, scope.size), score };
  });
}

/** Returns a weight that finds its matches at once. */
function inOneStep(find: (scope: Scope) => Matches): Weight {
  return function* step(scope) {
    yield;
    return find(scope);
  };
}

/** A weight without matches. */
export const noneWeight: Weight = inOneStep(noMatches);

function noMatches(scope: Scope): Matches {
  return { docs: new DocSet(scope.size), score: zero };
}

/** Returns a weight whose documents, which are found at once or in steps, all have the same score. */
export function constantWeight(
  boost: number,
  find: (scope: Scope) => DocSet | Work<DocSet>,
): Weight {
  const score = always(boost);
  return function* inSteps(scope) {
    yield;
    const found = find(scope);
    return { docs: found instanceof DocSet ? found : yield* found, score };
  };
}

/** Yields chosen terms among those of a field, and undefined for one that is not chosen: work may rest after each. */
export type TermChoice = (terms: Iterable<string>) => Iterable<string | undefined>;

/** Returns the choice of the terms that pass a test. */
export function termsWith(test: (term: string) => boolean): TermChoice {
  return function* inTurns(terms) {
    for (const term of terms) yield test(term) ? term : undefined;
  };
}

/** The documents with chosen terms of a field. */
interface ChosenTerms {
  readonly field: string;
  readonly boost: number;
  readonly choose: TermChoice;
}

/** Returns the weight of a query for documents with chosen terms of a field; all have the same score. */
export function chosenTermsWeight({ field, boost, choose }: ChosenTerms): Weight {
  const score = always(boost);
  return function* inSteps({ fields, size }): Work<Matches> {
    const docs = new DocSet(size);
    const { postings } = fields.terms(field) ?? {};
    for (const term of choose(postings?.keys() ?? [])) {
      yield;
      const found = term === undefined ? undefined : postings?.get(term);
      for (const doc of found?.docs ?? []) docs.set(doc);
    }
    return { docs, score };
  };
}

/** Returns the documents of a segment that have one of these ids. */
export function docsWithIds({ segment, size }: Scope, ids: readonly string[]): DocSet {
  const docs = ids.map((id) => segment?.find(id)).filter((doc) => doc !== undefined);
  return DocSet.of(docs, size);
}
