import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { openScroll } from '../../client/cursors.ts';
import { walkScroll } from '../../client/walking.ts';
import { corpus, leaner, withFields } from '../arbitraries/corpus.ts';
import { pageSize } from '../arbitraries/page-size.ts';
import { fieldsOf, knownQuery, matches, queryMember } from '../arbitraries/query.ts';
import { type SortEntry, fieldsIn, ordered, sortBy, totalOrder } from '../arbitraries/sort.ts';
import { property } from '../property.ts';
import { expectEachOnce, expectInOrder, search, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

type ScrollOrder =
  | { readonly total: true; readonly sort: readonly SortEntry[] }
  | { readonly total: false; readonly sort?: readonly unknown[] };

const scrollOrder: fc.Arbitrary<ScrollOrder> = fc.oneof(
  totalOrder.map((sort) => ({ total: true as const, sort })),
  sortBy(ordered).map((sort) => ({ total: false as const, sort })),
  fc.constantFrom<ScrollOrder>({ total: false }, { total: false, sort: ['_doc'] }),
);

/** The batches of a scroll together are the whole result. */
export const scrollPages = property({
  id: 'scroll-pages',
  describe:
    'The batches of a scroll contain every match once, in the order of the sort; all batches but the last are full.',
  clauses: [
    'scroll.every-match-returned',
    'scroll.no-match-repeated',
    'scroll.sort-orders-across-batches',
    'scroll.size-bounds-later-batches',
    'scroll.query-restricts-every-batch',
  ],
  arbitrary: (support) =>
    leaner(
      fc.record({
        corpus: corpus(support, { fields: ordered, maxIndices: 3 }),
        query: knownQuery,
        order: scrollOrder,
        size: pageSize,
      }),
      (given) => withFields(given, [...fieldsOf(given.query), ...fieldsIn(given.order.sort ?? [])]),
    ),
  async holds(world, { corpus: given, query, order, size }) {
    const { target, keyOf } = await store(world, given);
    const sort = order.sort === undefined ? {} : { sort: order.sort };
    const body = { ...queryMember(query), ...sort };
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    const whole = order.total ? await search(world, target, { ...body, size: maxHits }) : [];
    world.pages = [await openScroll(world, { target, keep: '1m', body: { ...body, size } })];
    await walkScroll(world);
    const hits = world.pages.flat();
    if (order.total) expectInOrder(keysOf(whole), hits, 'the batches together');
    expectEachOnce(wanted, hits, 'the batches together');
    const sizes = world.pages.map((page) => page.length);
    const uneven = sizes.slice(0, -1).some((length) => length !== size);
    if (uneven)
      throw new Mismatch(`batches of ${size}`, sizes, 'a batch before the last is not full');
  },
});
