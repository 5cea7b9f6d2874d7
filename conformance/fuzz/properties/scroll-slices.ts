import fc from 'fast-check';
import { walkSlices } from '../../client/walking.ts';
import { leaner } from '../arbitraries/corpus.ts';
import { property } from '../property.ts';
import { store } from '../set-up.ts';
import { expectPartition, slicedBody, slicedCase, withSlicedFields } from '../slices.ts';

/** The slices of a scroll are a partition of its matches. */
export const scrollSlices = property({
  id: 'scroll-slices',
  describe: 'The slices of a scroll, by any field and read in any order, contain every match once.',
  clauses: [
    'slice.scroll-union-complete',
    'slice.scroll-slices-disjoint',
    'slice.field-union-complete',
    'slice.field-slices-disjoint',
    'slice.slices-read-in-turn',
  ],
  arbitrary: (support) =>
    fc.record({
      sliced: leaner(slicedCase(support), (sliced) => withSlicedFields(sliced)),
      inTurn: fc.boolean(),
    }),
  async holds(world, { sliced, inTurn }) {
    const stored = await store(world, sliced.corpus);
    const plan = { max: sliced.max, body: slicedBody(sliced), scroll: stored.target, inTurn };
    expectPartition(await walkSlices(world, plan), sliced, stored);
  },
});
