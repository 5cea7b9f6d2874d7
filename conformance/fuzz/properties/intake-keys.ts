import fc from 'fast-check';
import { keyUses } from '../dimensions/key-dimensions.ts';
import { propertyOver } from '../dimensions/property-over.ts';
import { judging, triedIn } from '../dimensions/tried.ts';
import { judgeUse } from '../keys/key-use.ts';
import { makeKeys } from '../keys/made-keys.ts';

/** The intake accepts exactly the requests for which the key of an agent has the privilege. */
export const intakeKeys = propertyOver({
  id: 'intake-keys',
  describe:
    'Whoever made a key and whatever was asked before, it is known by its credential alone, and the intake accepts a request of an agent exactly if the key has the privilege for it.',
  table: keyUses,
  needs: ['users', 'intake_url', 'intake', 'api-keys', 'roles', 'authentication'],
  // After the uses of a key, each call is made once more with its credential alone.
  beside: (_, { table }) => fc.constant({ calls: table.levels.call }),
  async holds(world, { rows, calls }) {
    const [first] = rows;
    if (first === undefined) return;
    const keys = await judging(first, makeKeys(world, first));
    if (keys === undefined) return;
    const plain = { presented: 'its credential', before: 'nothing' } as const;
    for (const row of [...rows, ...calls.map((call) => ({ ...first, ...plain, call }))]) {
      if (await judging(row, judgeUse(world, row, keys))) triedIn(world).push(row);
    }
  },
});
