import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { hitsOf, searchIn, testIndex } from '../../testing/search-index.ts';

const sales = testIndex({
  settings: { number_of_shards: 2 },
  properties: {
    k: { type: 'keyword' },
    t: { type: 'text' },
    n: { type: 'integer' },
    p: { type: 'double' },
    ok: { type: 'boolean' },
    at: { type: 'date' },
    fine: { type: 'date_nanos' },
    from: { type: 'ip' },
  },
  runs: [
    [
      ['1', { k: 'a', n: 1, p: 0.1, ok: true, at: '2020-01-15', from: '10.0.0.1' }],
      ['2', { k: ['a', 'b'], n: 2, p: 0.2, ok: false, at: '2020-01-31T23:30:00Z' }],
      ['dead', { k: 'a', n: 100 }],
    ],
    [
      ['3', { k: 'b', n: 3, p: 0.3, at: '2020-03-01', from: '10.0.0.1' }],
      ['4', { n: [4, 5], fine: '2024-03-31T00:59:59.999999999Z', from: '9.0.0.1' }],
    ],
  ],
  deletes: ['dead'],
});

const month = (keyAsString: string, docCount: number) => ({
  key_as_string: keyAsString,
  key: Date.parse(keyAsString),
  doc_count: docCount,
});

const cases: readonly (readonly [definition: JsonObject, expected: unknown])[] = [
  [{ avg: { field: 'n' } }, { value: 3 }],
  [{ sum: { field: 'p' } }, { value: 0.6 }],
  [{ sum: { field: 'nowhere' } }, { value: 0 }],
  [{ min: { field: 'n' } }, { value: 1 }],
  [{ max: { field: 'n' } }, { value: 5 }],
  [{ max: { field: 'nowhere' } }, { value: null }],
  [{ min: { field: 'at' } }, { value: 1579046400000, value_as_string: '2020-01-15T00:00:00.000Z' }],
  [
    { max: { field: 'fine' } },
    { value: 1711846799999, value_as_string: '2024-03-31T00:59:59.999Z' },
  ],
  [{ max: { field: 'ok' } }, { value: 1, value_as_string: 'true' }],
  [{ avg: { field: 'p', missing: 1 } }, { value: 0.4 }],
  [{ value_count: { field: 'k' } }, { value: 4 }],
  [{ cardinality: { field: 'k' } }, { value: 2 }],
  [
    { terms: { field: 'k' } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: 'a', doc_count: 2 },
        { key: 'b', doc_count: 2 },
      ],
    },
  ],
  [
    { terms: { field: 'k', size: 1, order: { _key: 'desc' } } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 2,
      buckets: [{ key: 'b', doc_count: 2 }],
    },
  ],
  [
    { terms: { field: 'k', order: { s: 'desc' } }, aggs: { s: { sum: { field: 'n' } } } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: 'b', doc_count: 2, s: { value: 5 } },
        { key: 'a', doc_count: 2, s: { value: 3 } },
      ],
    },
  ],
  [
    { terms: { field: 'ok', missing: false } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: 0, key_as_string: 'false', doc_count: 3 },
        { key: 1, key_as_string: 'true', doc_count: 1 },
      ],
    },
  ],
  [
    { terms: { field: 'from', order: { _key: 'asc' }, missing: '1.2.3.4' } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: '1.2.3.4', doc_count: 1 },
        { key: '9.0.0.1', doc_count: 1 },
        { key: '10.0.0.1', doc_count: 2 },
      ],
    },
  ],
  [
    { terms: { field: 'from', min_doc_count: 2 } },
    {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 1,
      buckets: [{ key: '10.0.0.1', doc_count: 2 }],
    },
  ],
  [
    { date_histogram: { field: 'at', calendar_interval: 'month' } },
    {
      buckets: [
        month('2020-01-01T00:00:00.000Z', 2),
        month('2020-02-01T00:00:00.000Z', 0),
        month('2020-03-01T00:00:00.000Z', 1),
      ],
    },
  ],
  [
    {
      date_histogram: {
        field: 'at',
        calendar_interval: '1M',
        min_doc_count: 1,
        time_zone: '+01:00',
        format: 'yyyy-MM',
      },
    },
    {
      buckets: [
        { key_as_string: '2020-01', key: 1577833200000, doc_count: 1 },
        { key_as_string: '2020-02', key: 1580511600000, doc_count: 1 },
        { key_as_string: '2020-03', key: 1583017200000, doc_count: 1 },
      ],
    },
  ],
  [
    {
      date_histogram: {
        field: 'at',
        fixed_interval: '30d',
        min_doc_count: 1,
        keyed: true,
        format: 'yyyy-MM-dd',
      },
      aggs: { n: { max: { field: 'n' } } },
    },
    {
      buckets: {
        '2020-01-09': {
          key_as_string: '2020-01-09',
          key: 1578528000000,
          doc_count: 2,
          n: { value: 2 },
        },
        '2020-02-08': {
          key_as_string: '2020-02-08',
          key: 1581120000000,
          doc_count: 1,
          n: { value: 3 },
        },
      },
    },
  ],
];

for (const [definition, expected] of cases) {
  test(`aggregation ${JSON.stringify(definition)}`, async () => {
    const result = await searchIn([sales], { size: 0, aggs: { x: definition } });
    assert.deepEqual(result.aggregations, { x: expected });
    assert.equal(hitsOf(result).length, 0);
  });
}

test('aggregates the matches of the query', async () => {
  const query = { term: { k: 'b' } };
  const result = await searchIn([sales], { query, aggs: { x: { max: { field: 'n' } } } });
  assert.deepEqual(result.aggregations, { x: { value: 3 } });
});

test('lists values without matches if min_doc_count is 0', async () => {
  const result = await searchIn([sales], {
    query: { ids: { values: ['3'] } },
    aggs: { x: { terms: { field: 'k', min_doc_count: 0 } } },
  });
  assert.deepEqual(result.aggregations, {
    x: {
      doc_count_error_upper_bound: 0,
      sum_other_doc_count: 0,
      buckets: [
        { key: 'b', doc_count: 1 },
        { key: 'a', doc_count: 0 },
      ],
    },
  });
});

const refusals: readonly (readonly [definition: JsonObject, reason: RegExp])[] = [
  [{ terms: { field: 't' } }, /Fielddata is disabled on \[t\]/],
  [
    { avg: { field: 'k' } },
    /Field \[k\] of type \[keyword\] is not supported for aggregation \[avg\]/,
  ],
  [{ foo: { field: 'k' } }, /Unknown aggregation type \[foo\]/],
  [{ terms: {} }, /Required one of fields \[field, script\]/],
  [{ terms: { field: 'k', size: 0 } }, /\[size\] must be greater than 0/],
  [{ terms: { field: 'k', order: [] } }, /failed to parse field \[order\]/],
  [{ terms: { field: 'k', order: { z: 'asc' } } }, /Invalid aggregation order path \[z\]/],
  [{ avg: { field: 'n' }, aggs: { y: { avg: { field: 'n' } } } }, /cannot accept sub-aggregations/],
  [{ avg: { field: 'n' }, sum: { field: 'n' } }, /Found two aggregation type definitions/],
  [{ max: { field: 'none', missing: {} } }, /\[missing\] must be a single value/],
  [{}, /Missing definition for aggregation \[x\]/],
  [
    { date_histogram: { field: 'at', calendar_interval: '2d' } },
    /\[2d\] could not be parsed as a calendar interval/,
  ],
  [{ date_histogram: { field: 'at' } }, /Invalid interval specified/],
  [{ date_histogram: { field: 'at', fixed_interval: '1s' } }, /Trying to create too many buckets/],
  [{ date_histogram: { field: 'n', fixed_interval: '1d' } }, /Field \[n\] of type \[integer\]/],
];

for (const [definition, reason] of refusals) {
  test(`aggregation refused ${JSON.stringify(definition)}`, async () => {
    await assert.rejects(
      async () => searchIn([sales], { aggs: { x: definition } }),
      (error) =>
        error instanceof ServiceError &&
        reason.test(`${error.reason} ${error.details.cause?.reason ?? ''}`),
    );
  });
}
