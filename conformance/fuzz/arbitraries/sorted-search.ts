import fc from 'fast-check';
import type { TargetSupport } from '../property-definition.ts';
import { type Corpus, corpus, leaner, withFields } from './corpus.ts';
import { pageSize } from './page-size.ts';
import { fieldsOf, type KnownQuery, knownQuery } from './query.ts';
import { fieldsIn, ordered, type SortEntry } from './sort.ts';

/** A search over a corpus, whose hits are read in pages. */
interface SortedSearch {
  readonly corpus: Corpus<(typeof ordered)[number]>;
  readonly query: KnownQuery;
  readonly sort: readonly SortEntry[];
  readonly size: number;
}

/** What the searches of a property have of their own. */
interface SearchBounds {
  readonly sort: fc.Arbitrary<readonly SortEntry[]>;
  readonly maxIndices: number;
}

/** Generates searches with these sorts over so many indices; `more` generates the other members of a case. */
export function sortedSearch<More extends object>(
  support: TargetSupport,
  { sort, maxIndices }: SearchBounds,
  more: fc.Arbitrary<More>,
): fc.Arbitrary<SortedSearch & More> {
  const base = fc.record({
    corpus: corpus(support, { fields: ordered, maxIndices }),
    query: knownQuery,
    sort,
    size: pageSize,
  });
  return leaner(
    fc.tuple(base, more).map(([search, others]) => ({ ...search, ...others })),
    (given) => withFields(given, [...fieldsOf(given.query), ...fieldsIn(given.sort)]),
  );
}
