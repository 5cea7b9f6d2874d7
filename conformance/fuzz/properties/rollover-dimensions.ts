import fc from 'fast-check';
import { propertyOver } from '../dimensions/property-over.ts';
import { type RolloverRow, rollovers } from '../dimensions/rollover-dimensions.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { expectAfterRun, fill, putUnderPolicy, type Managed } from '../rollovers/managed.ts';
import { needed, passBefore, passes } from '../rollovers/runs.ts';

/** Run after run, policies roll over what meets their conditions, and delete what was rolled over long enough ago. */
export const rolloverDimensionsAgree = propertyOver({
  id: 'rollover-dimensions',
  describe:
    'Run after run, a policy rolls an alias or a data stream over exactly if its write index meets the conditions, and deletes an old index so long after its own rollover.',
  movesClock: true,
  table: rollovers,
  // With another number of shards than it sets the figures of, an index has more documents.
  needs: ['rollover', 'shards'],
  beside: () =>
    fc.record({ largest: fc.integer({ min: 5, max: 700 }), offset: fc.constantFrom(0, -1, 1) }),
  async holds(world, { rows, ...sizes }) {
    // Throws Incomplete if a hook is missing, before any object is created.
    for (const hook of needed) world.hookRequest(hook, {});
    const all: (readonly [RolloverRow, Managed])[] = [];
    for (const [nth, row] of rows.entries()) {
      const managed = await judging(row, putUnderPolicy(world, { ...row, ...sizes }, nth));
      if (managed !== undefined) all.push([row, managed]);
    }
    for (const run of passes.keys()) {
      for (const [, managed] of all) await fill(world, managed, run);
      await passBefore(world, run);
      await world.hook('run_policies', {});
      for (const [row, managed] of all) await judging(row, expectAfterRun(world, managed, run));
    }
    triedIn(world).push(...all.map(([row]) => row));
  },
});
