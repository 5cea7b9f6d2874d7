import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { hitsOf, idsOf, searchIn, testIndex } from '../../testing/search-index.ts';

const longs = [-(2n ** 63n), -1, 0, 1, 2n ** 63n - 1n];
const doubles = [-Number.MAX_VALUE, -0.5, 0, 0.5, Number.MAX_VALUE];
const dates = ['1960-01-01', '1969-12-31T23:59:59.999Z', '1970-01-01', '2020-01-01'];

/** The values of each case from small to great, with the field and further options of the sort. */
const cases: readonly (readonly [JsonObject, readonly JsonValue[], JsonObject?])[] = [
  [{ type: 'byte' }, [-128, 0, 127]],
  [{ type: 'integer' }, [-(2 ** 31), 0, 2 ** 31 - 1]],
  [{ type: 'integer' }, [-(2 ** 31), 0, 2 ** 31 - 1], { numeric_type: 'long' }],
  [{ type: 'long' }, longs],
  [{ type: 'long' }, [-5, 0, 7], { numeric_type: 'double' }],
  [{ type: 'unsigned_long' }, [0, 1, 2n ** 63n - 2n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]],
  [{ type: 'unsigned_long' }, [0, 2n ** 63n - 1n, 2n ** 63n + 1n], { numeric_type: 'long' }],
  [{ type: 'double' }, doubles],
  [{ type: 'float' }, [-1, 0, 1]],
  [{ type: 'boolean' }, [false, true]],
  [{ type: 'date' }, dates],
  [{ type: 'date' }, dates, { numeric_type: 'date_nanos' }],
  [{ type: 'date' }, dates, { format: 'strict_date_optional_time' }],
  [{ type: 'date_nanos' }, dates.slice(2)],
  [{ type: 'date_nanos' }, dates.slice(2), { numeric_type: 'date' }],
  [{ type: 'keyword' }, ['', 'a', 'ÿ', '😀']],
];

for (const [field, values, options = {}] of cases) {
  const name = JSON.stringify({ ...field, ...options });
  test(`border values of ${name} are sorted, and a walk of single hits finds each once`, async () => {
    // A document without a value stands between the others, so that ties with it are not at an end.
    const documents = values.map((value, at) => [`${at}`, { v: value }] as const);
    const index = testIndex({
      properties: { v: field },
      runs: [[...documents.slice(1), ['none', {}], ...documents.slice(0, 1)]],
    });
    const orders = ['asc', 'desc'].flatMap((order) => [
      { order, missing: '_last' },
      { order, missing: '_first' },
    ]);
    for (const entry of orders) {
      const sort = [{ v: { ...entry, ...options } }, { _id: 'asc' }];
      const whole = await searchIn([index], { sort });
      const ids = idsOf(whole).filter((id) => id !== 'none');
      const rising = values.map((_, at) => `${at}`);
      assert.deepEqual(ids, entry.order === 'asc' ? rising : rising.toReversed());
      for (const [at, hit] of hitsOf(whole).entries()) {
        if (hit.sort?.includes(null) === true && options['format'] !== undefined) continue;
        const rest = await searchIn([index], { sort, size: 1, search_after: hit.sort ?? [] });
        assert.deepEqual(idsOf(rest), idsOf(whole).slice(at + 1, at + 2));
      }
    }
  });
}

test('an index of longs and one of fractions are walked as one', async () => {
  const build = (name: string, type: string, values: readonly JsonValue[]) =>
    testIndex({
      name,
      properties: { v: { type } },
      runs: [[...values.map((v, at) => [`${name}${at}`, { v }] as const), [`${name}none`, {}]]],
    });
  const indices = [
    build('long', 'long', [0, 2n ** 63n - 1n]),
    build('double', 'double', [-0.5, 0, 1e19]),
  ];
  for (const order of ['asc', 'desc']) {
    const sort = [{ v: order }, { _id: 'asc' }];
    const whole = await searchIn(indices, { sort });
    for (const [at, hit] of hitsOf(whole).entries()) {
      const rest = await searchIn(indices, { sort, search_after: hit.sort ?? [] });
      assert.deepEqual(idsOf(rest), idsOf(whole).slice(at + 1));
    }
  }
});
