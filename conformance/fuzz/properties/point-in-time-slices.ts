import fc from 'fast-check';
import { openPointInTime } from '../../client/cursors.ts';
import { walkSlices } from '../../client/walking.ts';
import { leaner } from '../arbitraries/corpus.ts';
import { fieldsIn, sortBy } from '../arbitraries/sort.ts';
import { property } from '../property.ts';
import { store } from '../set-up.ts';
import { expectPartition, slicedBody, slicedCase, withSlicedFields } from '../slices.ts';

/** The slices of a point in time are a partition of its matches. */
export const pointInTimeSlices = property({
  id: 'point-in-time-slices',
  describe:
    'The slices of a point in time, by any field and with any sort, contain every match once.',
  clauses: [
    'slice.point-in-time-union-complete',
    'slice.point-in-time-slices-disjoint',
    'slice.field-slices-disjoint',
  ],
  needs: ['point-in-time'],
  arbitrary: (support) =>
    leaner(
      fc.record({
        sliced: slicedCase(support),
        sort: fc.oneof(fc.constant([{ _shard_doc: 'asc' }]), sortBy(['n', 'word', 'day', 'u'])),
      }),
      ({ sliced, sort }) => ({ sliced: withSlicedFields(sliced, fieldsIn(sort)), sort }),
    ),
  async holds(world, { sliced, sort }) {
    const stored = await store(world, sliced.corpus);
    await openPointInTime(world, stored.target, '1m');
    const body = { ...slicedBody(sliced), sort };
    expectPartition(await walkSlices(world, { max: sliced.max, body }), sliced, stored);
  },
});
