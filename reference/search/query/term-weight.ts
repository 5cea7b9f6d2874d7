import { Bitset } from '../../store/bitset.ts';
import { firstIndex } from '../../base/order.ts';
import { bm25, inverseDocumentFrequency } from './bm25.ts';
import type { TermChoice } from './term-sets.ts';
import { docsOf, docsWithTerms } from './term-sets.ts';
import type { Matches, Scope, ShardContext, Weight } from './weight.ts';
import { always, frequencyOf, statisticsOf, zero } from './weight.ts';

/** A term of an indexed field, and its boost. */
export interface WeighedTerm {
  readonly field: string;
  readonly term: string;
  readonly boost: number;
}

/**
 * Returns the weight of one term of a text, keyword or ip field, scored by BM25 with the statistics of the shard. For
 * keyword fields frequency and length are 1.
 */
export function termWeight(context: ShardContext, { field, term, boost }: WeighedTerm): Weight {
  const statistics = statisticsOf(context, field);
  const idf = inverseDocumentFrequency(frequencyOf(context, field, term), statistics);
  const similarity = bm25({ boost, idf }, statistics);
  return (scope) => {
    const index = scope.fields.terms(field);
    const postings = index?.postings(term);
    if (index === undefined || postings === undefined) return noMatches(scope);
    const { docs, frequencies } = postings;
    const { lengths } = index;
    const once = similarity(1, 1);
    const score = (doc: number): number => {
      if (frequencies === undefined && lengths === undefined) return once;
      const at = firstIndex(docs.length, (position) => docs[position]! >= doc);
      return similarity(frequencies?.[at] ?? 1, lengths?.[doc] ?? 1);
    };
    return { docs: docsOf(postings, scope.size), score };
  };
}

/** A weight without matches. */
export const noneWeight: Weight = noMatches;

function noMatches(scope: Scope): Matches {
  return { docs: new Bitset(scope.size), score: zero };
}

/** Returns the weight of a query for documents with chosen terms of a field; all have the same score. */
export function chosenTermsWeight({ field, boost, choose }: ChosenTerms): Weight {
  return constantWeight(boost, (scope) => docsWithTerms(scope, field, choose));
}

/** The documents with chosen terms of a field. */
interface ChosenTerms {
  readonly field: string;
  readonly boost: number;
  readonly choose: TermChoice;
}

/** Returns a weight whose documents all have the same score. */
export function constantWeight(boost: number, find: (scope: Scope) => Bitset | undefined): Weight {
  const score = always(boost);
  return (scope) => ({ docs: find(scope), score });
}
