import fc from 'fast-check';
import { keysOf } from '../../client/hit-keys.ts';
import { walkBySearchAfter } from '../../client/walking.ts';
import { matches, queryMember } from '../arbitraries/query.ts';
import { totalOrder } from '../arbitraries/sort.ts';
import { sortedSearch } from '../arbitraries/sorted-search.ts';
import { property } from '../property.ts';
import { expectEachOnce, expectInOrder, search, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

const minusOne = 'search-after.from-minus-one';

/** A walk with `search_after` returns the hits of one large page. */
export const searchAfterWalk = property({
  id: 'search-after-walk',
  describe:
    'A walk with search_after returns the hits of one large page, each once, in the same order.',
  clauses: [
    'search-after.walk-returns-every-match',
    'search-after.walk-repeats-no-match',
    'search-after.continues-after-values',
    'search-after.mixed-directions',
    'search-after.from-zero',
    minusOne,
  ],
  arbitrary: (support) =>
    sortedSearch(
      support,
      { sort: totalOrder, maxIndices: 2 },
      fc.record({
        from:
          support.deviations?.has(minusOne) === true
            ? fc.constantFrom(undefined, 0)
            : fc.constantFrom(undefined, 0, -1),
      }),
    ),
  async holds(world, { corpus: given, query, sort, size, from }) {
    const { target, keyOf } = await store(world, given);
    const body = { ...queryMember(query), sort };
    const whole = await search(world, target, { ...body, size: maxHits });
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    expectEachOnce(wanted, whole, 'the whole result');
    const pages = await walkBySearchAfter(world, {
      path: `/${target}/_search`,
      body: { ...body, size },
    });
    expectInOrder(keysOf(whole), pages.flat(), 'the pages together');
    // With search_after, from may only be 0 or -1, and both have no effect.
    const after = whole[0];
    if (from === undefined || after === undefined) return;
    const searchAfter = sortOf(after);
    const rest = await search(world, target, {
      ...body,
      size: maxHits,
      from,
      search_after: searchAfter,
    });
    expectInOrder(keysOf(whole.slice(1)), rest, `all hits after the first, with from ${from}`);
  },
});

function sortOf(hit: unknown): unknown {
  return typeof hit === 'object' && hit !== null ? Reflect.get(hit, 'sort') : undefined;
}
