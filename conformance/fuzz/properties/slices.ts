import fc from 'fast-check';
import { openPointInTime } from '../../steps/cursors.ts';
import { walkSlices } from '../../steps/walking.ts';
import { corpus } from '../arbitraries/corpus.ts';
import { page_size } from '../arbitraries/page-size.ts';
import { known_query, matches, queryMember } from '../arbitraries/query.ts';
import { law } from '../law.ts';
import { expectEachOnce } from '../searching.ts';
import { store } from '../set-up.ts';

const slice_count = fc.integer({ min: 2, max: 6 });

/** The slices of a scroll part its matches among them. */
export const slicesOfScroll = law({
  id: 'slices-of-scroll',
  describe:
    'The slices of a scroll, by default or by a field, read one after the other or by turns, hold every match just once.',
  clauses: [
    'slice.scroll-union-complete',
    'slice.scroll-slices-disjoint',
    'slice.field-union-complete',
    'slice.field-slices-disjoint',
    'slice.slices-read-in-turn',
  ],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_indices: 2 }),
      query: known_query,
      max: slice_count,
      size: page_size,
      byField: fc.boolean(),
      inTurn: fc.boolean(),
    }),
  async holds(world, { corpus: given, query, max, size, byField, inTurn }) {
    const { target, keyOf } = await store(world, given);
    const slice = byField ? { slice: { field: 'u' } } : {};
    const body = { ...queryMember(query), ...slice, size };
    const slices = await walkSlices(world, { max, body, scroll: target, inTurn });
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    expectEachOnce(wanted, slices.flat(2), 'the slices together');
  },
});

/** The slices of a point in time part its matches among them. */
export const slicesOfPointInTime = law({
  id: 'slices-of-point-in-time',
  describe: 'The slices of a point in time, by default or by a field, hold every match just once.',
  clauses: ['slice.point-in-time-union-complete', 'slice.point-in-time-slices-disjoint'],
  arbitrary: (abilities) =>
    fc.record({
      corpus: corpus(abilities, { most_indices: 2 }),
      query: known_query,
      max: slice_count,
      size: page_size,
      byField: fc.boolean(),
    }),
  async holds(world, { corpus: given, query, max, size, byField }) {
    const { target, keyOf } = await store(world, given);
    await openPointInTime(world, target, '1m');
    const slice = byField ? { slice: { field: 'u' } } : {};
    const body = { ...queryMember(query), ...slice, size, sort: [{ n: 'asc' }] };
    const slices = await walkSlices(world, { max, body });
    const wanted = given.documents.filter((document) => matches(query, document)).map(keyOf);
    expectEachOnce(wanted, slices.flat(2), 'the slices together');
  },
});
