import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { keepPointInTimeId, openPointInTime, type Page } from '../../client/cursors.ts';
import { keysOf } from '../../client/hit-keys.ts';
import { listAt } from '../../client/json-path.ts';
import { walkBySearchAfter } from '../../client/walking.ts';
import { matches, queryMember } from '../arbitraries/query.ts';
import { ordered, sortBy, sortEntry } from '../arbitraries/sort.ts';
import { sortedSearch } from '../arbitraries/sorted-search.ts';
import { property } from '../property.ts';
import { expectEachOnce, expectInOrder, search, maxHits } from '../searching.ts';
import { store } from '../set-up.ts';

const order = fc.oneof(
  sortBy(ordered),
  fc.tuple(sortEntry('_shard_doc')),
  fc.tuple(sortEntry('n'), sortEntry('_shard_doc')),
);

/** A walk in a point in time needs no unique field. */
export const pointInTimeWalk = property({
  id: 'point-in-time-walk',
  describe:
    'In a point in time, the tiebreaker lets a walk return every document once even if its sort has many ties.',
  clauses: [
    'search-after.point-in-time-walk-with-ties',
    'point-in-time.covers-whole-target',
    'point-in-time.tiebreaker-unique',
    'point-in-time.tiebreaker-constant',
    'point-in-time.shard-doc-walk-without-total',
  ],
  arbitrary: (support) =>
    sortedSearch(
      support,
      { sort: order, maxIndices: 3 },
      fc.record({ track_total_hits: fc.boolean() }),
    ),
  async holds(world, { corpus: given, query, sort, size, track_total_hits }) {
    const { target, keyOf } = await store(world, given);
    await openPointInTime(world, target, '1m');
    const body = { ...queryMember(query), sort, track_total_hits };
    const pit = { id: world.saved('pit_id') };
    const whole = await search(world, '', { ...body, pit, size: maxHits });
    keepPointInTimeId(world, world.last);
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    expectEachOnce(wanted, whole, 'the whole result');
    const pages = await walkBySearchAfter(world, { path: '/_search', body: { ...body, size } });
    expectInOrder(keysOf(whole), pages.flat(), 'the pages together');
    compareTiebreakers(whole, pages.flat());
  },
});

function compareTiebreakers(whole: Page, walked: Page): void {
  const [before, after] = [whole, walked].map((hits) =>
    hits.map((hit) => String(listAt(hit, 'sort').at(-1))),
  );
  if (new Set(before).size !== whole.length) {
    throw new Mismatch(
      'a different tiebreaker for each document',
      before,
      'two documents share a tiebreaker',
    );
  }
  if (String(before) !== String(after)) {
    throw new Mismatch(before, after, 'the tiebreaker of a document changed');
  }
}
