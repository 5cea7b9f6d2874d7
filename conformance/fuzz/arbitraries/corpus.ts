import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import type { TargetSupport } from '../property-definition.ts';
import { anyWord, documentWith, type Fields } from './document.ts';

/** The indices of one run and their documents. */
export interface Corpus {
  /** The number of shards of each index. */
  readonly shards: readonly number[];
  /** The documents; document i is stored in index i modulo the number of indices. */
  readonly documents: readonly Fields[];
}

/** The limits of a generated corpus, and the generator of its words. */
export interface CorpusBounds {
  readonly maxDocuments?: number;
  readonly maxIndices?: number;
  readonly word?: fc.Arbitrary<string>;
}

/** Generates indices with one to three shards, and documents with unique values of `u`. */
export function corpus(support: TargetSupport, limits: CorpusBounds = {}): fc.Arbitrary<Corpus> {
  const { maxDocuments = bounds.corpusDocuments, maxIndices = 1, word = anyWord } = limits;
  const shardCount = support.shards
    ? fc.integer({ min: 1, max: bounds.corpusShards })
    : fc.constant(1);
  return fc.record({
    shards: fc.array(shardCount, {
      minLength: 1,
      maxLength: Math.min(maxIndices, bounds.corpusIndices),
    }),
    documents: fc.uniqueArray(documentWith(word), {
      selector: ({ u }) => u,
      maxLength: maxDocuments,
      size: 'max',
    }),
  });
}
