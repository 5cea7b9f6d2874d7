import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { supportOf } from '../session.ts';
import { loadProfile } from '../../driver/load-profile.ts';
import { batchesOf, rowsIn } from './batches.ts';
import { offered } from './table.ts';
import { walks } from './walk-dimensions.ts';

for (const name of ['reference', 'elasticsearch', 'opensearch']) {
  test(`the walks of a batch have the same index and documents: ${name}`, () => {
    const profile = loadProfile(name);
    for (const one of [profile, { ...profile, hooks: {} }]) {
      const table = offered(walks, supportOf(one));
      for (const number of batchesOf(table, 2).keys()) {
        const rows = fc.sample(rowsIn(table, number), { seed: number, numRuns: 1 }).flat();
        for (const dimension of table.shared) {
          const values = new Set(rows.map((row) => row[dimension as 'target']));
          assert.ok(values.size <= 1, `${number} ${dimension}: ${[...values].join()}`);
        }
      }
    }
  });
}
