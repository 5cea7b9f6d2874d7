import fc from 'fast-check';
import { propertyOver } from '../dimensions/property-over.ts';
import { rollovers } from '../dimensions/rollover-dimensions.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { expectAfterRun, fill, putUnderPolicy, type Managed } from '../rollovers/managed.ts';
import { needed, passDays, passes } from '../rollovers/runs.ts';

/** Run after run, policies roll over what meets their conditions, and delete what was rolled over long enough ago. */
export const rolloverDimensionsAgree = propertyOver({
  id: 'rollover-dimensions',
  describe:
    'Run after run, a policy rolls an alias or a data stream over exactly if its write index meets the conditions, and deletes an old index so long after its own rollover.',
  table: rollovers,
  // With another number of shards than it sets the figures of, an index has more documents.
  needs: ['rollover', 'shards'],
  beside: () => fc.constant({}),
  async holds(world, { rows }) {
    // Throws Incomplete if a hook is missing, before any object is created.
    for (const hook of needed) world.hookRequest(hook, {});
    const all: Managed[] = [];
    for (const [nth, row] of rows.entries()) {
      all.push(await judging(row, putUnderPolicy(world, row, nth)));
    }
    for (const run of passes.keys()) {
      for (const one of all) await fill(world, one, run);
      await passDays(world, run);
      await world.hook('run_policies', {});
      for (const one of all) await judging(one.row, expectAfterRun(world, one, run));
    }
    triedIn(world).push(...all.map(({ row }) => row));
  },
});
