import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '../../base/json.ts';
import { hitsOf, idsOf, searchIn, testIndex } from '../../testing/search-index.ts';

const numbers = testIndex({
  properties: { large: { type: 'long' }, n: { type: 'integer' } },
  runs: [
    [
      ['a', { large: [0, -3], n: [-(2 ** 31), -1] }],
      ['b', { large: '-9007199254740993', n: -(2 ** 31) }],
      ['c', { large: ['9223372036854775807', '9007199254740993', 8], n: 1 }],
    ],
  ],
});

const greatest = 2n ** 63n - 1n;

const cases: readonly (readonly [mode: string, ids: string, values: readonly JsonValue[]])[] = [
  ['sum', 'bac', [-9007199254740993n, -3, greatest]],
  ['avg', 'bac', [-9007199254740993n, -1, 3077459745369838936n]],
  ['median', 'bac', [-9007199254740993n, -1, 9007199254740993n]],
];

for (const [mode, ids, values] of cases) {
  test(`the ${mode} of whole numbers is exact, rounded up from a half, and within their type`, async () => {
    const result = await searchIn([numbers], { sort: [{ large: { mode } }] });
    assert.equal(idsOf(result).join(''), ids);
    assert.deepEqual(
      hitsOf(result).map(({ sort }) => sort?.[0]),
      values,
    );
  });
}

test('a page can begin after the sum of integers', async () => {
  const search = { sort: [{ n: { mode: 'sum' } }, { large: 'asc' }] } as const;
  const { sort = [] } = hitsOf(await searchIn([numbers], { ...search, size: 1 }))[0] ?? {};
  assert.deepEqual(sort, [-(2 ** 31), -9007199254740993n]);
  assert.equal(idsOf(await searchIn([numbers], { ...search, search_after: sort })).join(''), 'ac');
});
