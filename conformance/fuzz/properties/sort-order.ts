import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { corpus, leaner, withFields } from '../arbitraries/corpus.ts';
import { plainWord, type Some } from '../arbitraries/document.ts';
import { fieldsIn, type SortEntry, sortBy } from '../arbitraries/sort.ts';
import { property } from '../property.ts';
import { expectEachOnce, search, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

const fields = ['n', 'word', 'day'] as const;

type Sorted = Some<(typeof fields)[number]>;

/** The comparators of the fields: numbers by size, words as text, dates as instants. */
const compare: Readonly<Record<string, (a: Sorted, b: Sorted) => number>> = {
  n: (a, b) => a.n - b.n,
  u: (a, b) => a.u - b.u,
  day: (a, b) => Date.parse(a.day) - Date.parse(b.day),
  word(a, b) {
    if (a.word === b.word) return 0;
    return a.word < b.word ? -1 : 1;
  },
};

/** The hits are in the order of the sort; hits with equal keys may come in any order. */
export const sortOrder = property({
  id: 'sort-order',
  describe: 'Hits are ordered by the first entry of the sort, ties by the next ones.',
  clauses: [
    'search.sort-several-entries',
    'search.sort-descending',
    'search.sort-integer-by-number',
    'search.sort-keyword',
    'search.sort-date-by-instant',
  ],
  arbitrary: (support) =>
    leaner(
      fc.record({
        corpus: corpus(support, { fields, maxIndices: 2, word: plainWord }),
        sort: sortBy([...fields, 'u'], 3),
      }),
      (given) => withFields(given, fieldsIn(given.sort)),
    ),
  async holds(world, { corpus: given, sort }) {
    const { target, keyOf } = await store(world, given);
    const hits = await search(world, target, { sort, size: maxHits });
    expectEachOnce(given.documents.map(keyOf), hits, 'the hits');
    const byKey = new Map(given.documents.map((document) => [keyOf(document), document]));
    const found = keysOf(hits).flatMap((key) => byKey.get(key) ?? []);
    const at = found.findIndex((document, index) => {
      const after = found[index + 1];
      return after !== undefined && compareBy(sort, document, after) > 0;
    });
    if (at >= 0) {
      const got = { before: found[at], after: found[at + 1] };
      throw new Mismatch({ sort }, got, 'two hits are in the wrong order');
    }
  },
});

function compareBy(sort: readonly SortEntry[], a: Sorted, b: Sorted): number {
  for (const [field, how] of sort.flatMap((entry) => Object.entries(entry))) {
    const descending = (typeof how === 'string' ? how : how.order) === 'desc';
    const order = compare[field]?.(a, b) ?? 0;
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}
