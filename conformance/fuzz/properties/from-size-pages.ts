import fc from 'fast-check';
import type { Page } from '../../client/cursors.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { matches, queryMember } from '../arbitraries/query.ts';
import { totalOrder } from '../arbitraries/sort.ts';
import { sortedSearch } from '../arbitraries/sorted-search.ts';
import { property } from '../property.ts';
import { expectEachOnce, expectInOrder, search, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

/** Consecutive pages together are the whole result. */
export const fromSizePages = property({
  id: 'from-size-pages',
  describe:
    'With a sort without ties, consecutive pages by from and size together are the whole result in its order.',
  clauses: ['from-size.consecutive-pages-join', 'from-size.from-skips-hits'],
  arbitrary: (support) =>
    sortedSearch(support, { sort: totalOrder, maxIndices: 2 }, fc.constant({})),
  async holds(world, { corpus: given, query, sort, size }) {
    const { target, keyOf } = await store(world, given);
    const body = { ...queryMember(query), sort };
    const whole = await search(world, target, { ...body, size: maxHits });
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    expectEachOnce(wanted, whole, 'the whole result');
    const pages: Page[] = [];
    for (let from = 0; from < whole.length + size; from += size) {
      pages.push(await search(world, target, { ...body, from, size }));
    }
    expectInOrder(keysOf(whole), pages.flat(), 'the pages together');
  },
});
