import fc from 'fast-check';
import { bounds } from '../../base/bounds.ts';
import type { TargetSupport } from '../target-support.ts';
import { anyWord, documentWith, type Fields, type Some } from './document.ts';

/** The index of one run and its documents. */
export interface Corpus<Name extends keyof Fields = 'u'> {
  readonly shards: number;
  readonly documents: readonly Some<Name>[];
  /** What is written before the documents: what has the `u` of one is replaced, and the others are deleted. */
  readonly earlier: readonly Some<Name>[];
}

/** The fields of the documents of a generated corpus, its limits, and the generator of its words. */
export interface CorpusBounds<Name extends keyof Fields> {
  /** The fields that the property looks at, besides `u`. */
  readonly fields: readonly Name[];
  readonly maxDocuments?: number;
  readonly word?: fc.Arbitrary<string>;
}

/** The clause by which a document takes the place of another. */
const replacing = 'index.put-document-again-replaces';

/** Generates an index with one to three shards, and documents with unique values of `u`. */
export function corpus<Name extends keyof Fields>(
  support: TargetSupport,
  limits: CorpusBounds<Name>,
): fc.Arbitrary<Corpus<Name>> {
  const { fields, maxDocuments = bounds.corpusDocuments, word = anyWord } = limits;
  const documentsUpTo = (maxLength: number): fc.Arbitrary<Some<Name>[]> =>
    fc.uniqueArray(documentWith(fields, word), { selector: ({ u }) => u, maxLength, size: 'max' });
  const drawn = fc.record({
    shards: support.shards ? fc.integer({ min: 1, max: bounds.corpusShards }) : fc.constant(1),
    documents: documentsUpTo(maxDocuments),
    replaced: documentsUpTo(support.offers?.(replacing) === false ? 0 : 2),
    deleted: documentsUpTo(support.deletes ? 2 : 0),
  });
  // Without a bias towards small values: few documents are no second page, and no second match.
  return fc.noBias(drawn).map(({ shards, documents, replaced, deleted }) => {
    const ids = documents.map(({ u }) => u);
    const older = replaced.slice(0, ids.length).map((one, at) => ({ ...one, u: ids[at] ?? one.u }));
    return {
      shards,
      documents,
      earlier: [...older, ...deleted.filter(({ u }) => !ids.includes(u))],
    };
  });
}
