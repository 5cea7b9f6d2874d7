import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import type { TargetSupport } from '../target-support.ts';
import { anyWord, documentWith, type Fields, type Some } from './document.ts';

/** The index of one run and its documents. */
export interface Corpus<Name extends keyof Fields = 'u'> {
  readonly shards: number;
  readonly documents: readonly Some<Name>[];
}

/** The fields of the documents of a generated corpus, its limits, and the generator of its words. */
export interface CorpusBounds<Name extends keyof Fields> {
  /** The fields that the property looks at, besides `u`. */
  readonly fields: readonly Name[];
  readonly maxDocuments?: number;
  readonly word?: fc.Arbitrary<string>;
}

/** Generates an index with one to three shards, and documents with unique values of `u`. */
export function corpus<Name extends keyof Fields>(
  support: TargetSupport,
  limits: CorpusBounds<Name>,
): fc.Arbitrary<Corpus<Name>> {
  const { fields, maxDocuments = bounds.corpusDocuments, word = anyWord } = limits;
  const drawn = fc.record({
    shards: support.shards ? fc.integer({ min: 1, max: bounds.corpusShards }) : fc.constant(1),
    documents: fc.uniqueArray(documentWith(fields, word), {
      selector: ({ u }) => u,
      maxLength: maxDocuments,
      size: 'max',
    }),
  });
  // Without a bias towards small values: few documents are no second page, and no second match.
  return fc.noBias(drawn);
}
