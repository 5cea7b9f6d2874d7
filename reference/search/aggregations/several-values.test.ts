import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../base/json.ts';
import { searchIn, testIndex } from '../../testing/search-index.ts';

type Has = (id: number, key: number) => boolean;

test('counts a document once in each bucket of its values, also below other buckets', async () => {
  const ids = Array.from({ length: 3000 }, (_, id) => id);
  const day_ms = 86_400_000;
  const sourceOf = (id: number): JsonObject => ({
    k: [`k${id % 7}`, `k${id % 5}`],
    n: [id % 3, id % 3],
    at: [id % 4, id % 4, 4 + (id % 2)].map((day) => day * day_ms),
    big: ['9007199254740993', id % 2],
  });
  const index = testIndex({
    properties: {
      k: { type: 'keyword' },
      n: { type: 'integer' },
      at: { type: 'date', format: 'epoch_millis' },
      big: { type: 'long' },
    },
    runs: [ids.map((id) => [String(id), sourceOf(id)])],
  });
  const days = { date_histogram: { field: 'at', fixed_interval: '1d' } };
  const numbers = { terms: { field: 'n', order: { _key: 'asc' } } };
  const aggs = { days, numbers, sum: { sum: { field: 'big' } } };
  const words = { terms: { field: 'k', order: { _key: 'asc' } }, aggs };
  const { aggregations } = await searchIn([index], { size: 0, aggs: { words } });
  const countsOf = (own: readonly number[], keys: readonly number[], has: Has) =>
    keys.map((key) => ({ key, doc_count: own.filter((id) => has(id, key)).length }));
  const expected = [0, 1, 2, 3, 4, 5, 6].map((word) => {
    const own = ids.filter((id) => id % 7 === word || id % 5 === word);
    const onDay = countsOf(
      own,
      [0, 1, 2, 3, 4, 5],
      (id, day) => day === id % 4 || day === 4 + (id % 2),
    );
    return {
      key: `k${word}`,
      doc_count: own.length,
      days: {
        buckets: onDay.map((bucket) => ({
          ...bucket,
          key_as_string: String(bucket.key * day_ms),
          key: bucket.key * day_ms,
        })),
      },
      numbers: {
        doc_count_error_upper_bound: 0,
        sum_other_doc_count: 0,
        buckets: countsOf(own, [0, 1, 2], (id, n) => id % 3 === n),
      },
      sum: { value: own.reduce((sum, id) => sum + 9_007_199_254_740_992 + (id % 2), 0) },
    };
  });
  assert.deepEqual((aggregations as JsonObject)['words'], {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: 0,
    buckets: expected,
  });
});

test('counts dates of which each document has one, once for each of its buckets', async () => {
  const ids = Array.from({ length: 3000 }, (_, id) => id);
  const day_ms = 86_400_000;
  const index = testIndex({
    properties: {
      k: { type: 'keyword' },
      n: { type: 'integer' },
      at: { type: 'date', format: 'epoch_millis' },
    },
    runs: [ids.map((id) => [String(id), { k: ['a', `b${id % 2}`], n: id, at: (id % 4) * day_ms }])],
  });
  const sum = { sum: { field: 'n' } };
  const eachDay = { field: 'at', fixed_interval: '1d', min_doc_count: 1 };
  const days = { date_histogram: eachDay, aggs: { sum } };
  const again = { terms: { field: 'at', order: { _key: 'asc' } }, aggs: { sum } };
  const words = { terms: { field: 'k', order: { _key: 'asc' } }, aggs: { days, again } };
  const { aggregations } = await searchIn([index], { size: 0, aggs: { words } });
  const bucketsOf = (own: readonly number[]) =>
    [0, 1, 2, 3].flatMap((day) => {
      const inside = own.filter((id) => id % 4 === day);
      const value = inside.reduce((total, id) => total + id, 0);
      const key = day * day_ms;
      const shown = { key, key_as_string: String(key), doc_count: inside.length, sum: { value } };
      return inside.length === 0 ? [] : [shown];
    });
  const wordOf = (key: string, own: readonly number[]) => ({
    key,
    doc_count: own.length,
    days: { buckets: bucketsOf(own) },
    again: { doc_count_error_upper_bound: 0, sum_other_doc_count: 0, buckets: bucketsOf(own) },
  });
  const parity = (rest: number) => ids.filter((id) => id % 2 === rest);
  const shown = (aggregations as { words: { buckets: readonly JsonObject[] } }).words.buckets;
  assert.deepEqual(shown, [wordOf('a', ids), wordOf('b0', parity(0)), wordOf('b1', parity(1))]);
});
