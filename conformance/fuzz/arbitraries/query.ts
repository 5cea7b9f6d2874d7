import fc from 'fast-check';
import { anyWord, type Some, smallInteger } from './document.ts';

/** A query whose matches `matches` can compute. */
export type KnownQuery =
  | { readonly kind: 'all' }
  | { readonly kind: 'from'; readonly gte: number }
  | { readonly kind: 'to'; readonly lte: number }
  | { readonly kind: 'word'; readonly value: string }
  | { readonly kind: 'words'; readonly values: readonly string[] };

/** Queries that match some, all or none of the documents. */
export const knownQuery: fc.Arbitrary<KnownQuery> = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constant({ kind: 'all' as const }), weight: 4 },
  { arbitrary: smallInteger.map((gte) => ({ kind: 'from' as const, gte })), weight: 2 },
  { arbitrary: smallInteger.map((lte) => ({ kind: 'to' as const, lte })), weight: 2 },
  { arbitrary: anyWord.map((value) => ({ kind: 'word' as const, value })), weight: 1 },
  {
    arbitrary: fc
      .array(anyWord, { minLength: 1, maxLength: 3 })
      .map((values) => ({ kind: 'words' as const, values })),
    weight: 1,
  },
);

/** Returns the member `query` of a search body; an empty object for the query that matches all documents. */
export function queryMember(query: KnownQuery): { readonly query?: unknown } {
  switch (query.kind) {
    case 'all':
      return {};
    case 'from':
      return { query: { range: { n: { gte: query.gte } } } };
    case 'to':
      return { query: { range: { n: { lte: query.lte } } } };
    case 'word':
      return { query: { term: { word: query.value } } };
    case 'words':
      return { query: { terms: { word: query.values } } };
    default:
      return query satisfies never;
  }
}

/** The fields that a query reads. */
export function fieldsOf({ kind }: KnownQuery): readonly string[] {
  if (kind === 'all') return [];
  return [kind === 'from' || kind === 'to' ? 'n' : 'word'];
}

/** True if the query matches the document. */
export function matches(query: KnownQuery, document: Some<'n' | 'word'>): boolean {
  switch (query.kind) {
    case 'all':
      return true;
    case 'from':
      return document.n >= query.gte;
    case 'to':
      return document.n <= query.lte;
    case 'word':
      return document.word === query.value;
    case 'words':
      return query.values.includes(document.word);
    default:
      return query satisfies never;
  }
}
