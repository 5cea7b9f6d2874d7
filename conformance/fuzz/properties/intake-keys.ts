import type fc from 'fast-check';
import { rowsIn } from '../dimensions/batches.ts';
import { keyDimensions, type KeyRow, keyUses, ofKey } from '../dimensions/key-dimensions.ts';
import { clausesIn } from '../dimensions/table.ts';
import { clausesOfRows, judging, triedIn } from '../dimensions/tried.ts';
import { judgeUse } from '../keys/key-use.ts';
import { makeKeys } from '../keys/made-keys.ts';
import { property, type TargetSupport } from '../property.ts';

/** Several uses of one key, and the calls that are then made once more with its credential alone. */
interface KeyCase {
  readonly rows: readonly KeyRow[];
  readonly calls: readonly KeyRow['call'][];
}

const division = (support: TargetSupport) =>
  ({ table: keyDimensions(support), shared: ofKey, most: 6 }) as const;

/** The intake accepts exactly the requests for which the key of an agent has the privilege. */
export const intakeKeys = property<KeyCase>({
  id: 'intake-keys',
  describe:
    'Whoever made a key and whatever was asked before, it is known by its credential alone, and the intake accepts a request of an agent exactly if the key has the privilege for it.',
  clauses: clausesIn(keyUses),
  clausesOf: ({ rows }, failure) => clausesOfRows(keyUses, rows, failure),
  needs: ['users', 'intake_url', 'intake', 'api-keys', 'roles', 'authentication'],
  division,
  arbitrary: (support, batch): fc.Arbitrary<KeyCase> => {
    const own = division(support);
    return rowsIn(own, batch).map((rows) => ({ rows, calls: own.table.levels.call }));
  },
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
