import fc from 'fast-check';
import type { Page } from '../client/cursors.ts';
import { keysOf } from '../client/hit-keys.ts';
import { corpus, type Corpus, withFields } from './arbitraries/corpus.ts';
import { pageSize } from './arbitraries/page-size.ts';
import {
  fieldsOf,
  type KnownQuery,
  knownQuery,
  matches,
  queryMember,
} from './arbitraries/query.ts';
import type { TargetSupport } from './property-definition.ts';
import { expectEachOnce } from './searching.ts';
import type { Stored } from './set-up.ts';

/** A sliced walk: a corpus, a query and the slicing. */
export interface SlicedCase {
  readonly corpus: Corpus<'n' | 'word' | 'day'>;
  readonly query: KnownQuery;
  readonly max: number;
  /** The slicing field, which has one value in every document; undefined for the default slicing. */
  readonly field: 'u' | 'n' | 'day' | undefined;
  readonly size: number;
}

/** Generates sliced walks, with the default slicing, by a numeric field or by a date. */
export function slicedCase(support: TargetSupport): fc.Arbitrary<SlicedCase> {
  return fc.record({
    corpus: corpus(support, { fields: ['n', 'word', 'day'], maxIndices: 2 }),
    query: knownQuery,
    max: fc.integer({ min: 2, max: 5 }),
    field: fc.constantFrom(undefined, 'u' as const, 'n' as const, 'day' as const),
    size: pageSize,
  });
}

/** Leaves out of the documents what neither the walk nor these other fields need. */
export function withSlicedFields(sliced: SlicedCase, others: readonly string[] = []): SlicedCase {
  const { query, field = 'u' } = sliced;
  return withFields(sliced, [...fieldsOf(query), field, ...others]);
}

/** Returns the body of each search; the walk adds `id` and `max` to `slice`. */
export function slicedBody({ query, field, size }: SlicedCase): Readonly<Record<string, unknown>> {
  return { ...queryMember(query), size, slice: field === undefined ? {} : { field } };
}

/** Throws Mismatch unless the slices share no document and together contain exactly the matches of the query. */
export function expectPartition(
  slices: readonly (readonly Page[])[],
  { corpus: { documents }, query }: SlicedCase,
  { keyOf }: Stored,
): void {
  const wanted = documents.filter((document) => matches(query, document)).map(keyOf);
  const sizes = slices.map((pages) => keysOf(pages.flat()).length).join(', ');
  expectEachOnce(wanted, slices.flat(2), `the slices (of ${sizes} hits) together`);
}
