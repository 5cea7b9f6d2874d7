import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstEntries } from './first-entries.ts';

interface Entry {
  readonly key: number;
}

for (const limit of [1, 10, 20_000]) {
  test(`keeps the first ${limit} entries, with few comparisons at a time`, () => {
    let compared = 0;
    let longest = 0;
    const first = firstEntries<Entry>(limit, (a, b) => {
      compared += 1;
      return a.key - b.key;
    });
    const keys = Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 60_013);
    for (const key of keys) {
      compared = 0;
      first.offer({ key });
      longest = Math.max(longest, compared);
    }
    const found = first.sorted().map(({ key }) => key);
    assert.deepEqual(found, keys.toSorted((a, b) => a - b).slice(0, limit));
    assert.ok(longest <= 200 + 6 * limit, `${longest} comparisons`);
  });
}
