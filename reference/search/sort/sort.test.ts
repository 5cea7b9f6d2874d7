import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { hitsOf, idsOf, searchIn, testIndex } from '../../testing/search-index.ts';

const greatest = 2n ** 63n - 1n;
const least = -(2n ** 63n);
const greatestInteger = 2 ** 31 - 1;
const leastInteger = -(2 ** 31);

const books = testIndex({
  settings: { number_of_shards: 1 },
  properties: {
    n: { type: 'integer' },
    d: { type: 'double' },
    many: { type: 'long' },
    k: { type: 'keyword' },
    t: { type: 'text' },
    out: { type: 'date' },
    fine: { type: 'date_nanos' },
    from: { type: 'ip' },
    bare: { type: 'long', doc_values: false },
    parts: { type: 'nested', properties: { w: { type: 'integer' } } },
  },
  runs: [
    [
      [
        'a',
        {
          n: 3,
          d: 0.5,
          many: [1, 9],
          k: 'y',
          out: '2020-01-02',
          from: '10.0.0.10',
          parts: [{ w: 5 }, { w: 1 }],
        },
      ],
      ['b', { n: 1, d: -1, many: [4, 5, 6], k: 'ÿ', out: '2020-01-01', from: '10.0.0.9' }],
    ],
    [
      ['gone', { n: 0 }],
      ['c', { n: 2, many: [3], k: ['a', 'z'], parts: [{ w: 3 }] }],
      ['e', { k: '😀' }],
    ],
  ],
  deletes: ['gone'],
});

type Case = readonly [sort: JsonValue, ids: string, values: readonly JsonValue[]];

const cases: readonly Case[] = [
  [[{ n: 'asc' }], 'bcae', [1, 2, 3, greatestInteger]],
  [[{ n: 'desc' }], 'acbe', [3, 2, 1, leastInteger]],
  [[{ n: { order: 'asc', missing: '_first' } }], 'ebca', [leastInteger, 1, 2, 3]],
  [[{ n: { order: 'desc', missing: '_first' } }], 'eacb', [greatestInteger, 3, 2, 1]],
  [[{ n: { missing: 2 } }], 'bcea', [1, 2, 2, 3]],
  ['n', 'bcae', [1, 2, 3, greatestInteger]],
  [{ n: { order: 'desc' } }, 'acbe', [3, 2, 1, leastInteger]],
  [[{ d: 'asc' }], 'bace', [-1, 0.5, 'Infinity', 'Infinity']],
  [[{ many: 'asc' }], 'acbe', [1, 3, 4, greatest]],
  [[{ many: 'desc' }], 'abce', [9, 6, 3, least]],
  [[{ many: { order: 'asc', mode: 'max' } }], 'cbae', [3, 6, 9, greatest]],
  [[{ many: { order: 'asc', mode: 'sum' } }], 'cabe', [3, 10, 15, greatest]],
  [[{ many: { order: 'desc', mode: 'avg' } }], 'abce', [5, 5, 3, least]],
  [[{ many: { order: 'desc', mode: 'median' } }], 'abce', [5, 5, 3, least]],
  [[{ k: 'asc' }], 'cabe', ['a', 'y', 'ÿ', '😀']],
  [[{ k: 'desc' }], 'ebca', ['😀', 'ÿ', 'z', 'y']],
  [[{ k: { order: 'asc', missing: 'b' } }], 'cabe', ['a', 'y', 'ÿ', '😀']],
  [[{ from: 'asc' }], 'bace', ['10.0.0.9', '10.0.0.10', null, null]],
  [[{ out: 'asc' }], 'bace', [1577836800000, 1577923200000, greatest, greatest]],
  [
    [{ out: { order: 'asc', format: 'yyyy/MM/dd' } }],
    'bace',
    ['2020/01/01', '2020/01/02', null, null],
  ],
  [
    [{ out: { order: 'asc', numeric_type: 'date_nanos' } }],
    'bace',
    [1577836800000000000n, 1577923200000000000n, greatest, greatest],
  ],
  [
    [{ 'parts.w': { order: 'asc', nested: { path: 'parts' } } }],
    'acbe',
    [1, 3, greatestInteger, greatestInteger],
  ],
  [
    [{ 'parts.w': { order: 'desc', mode: 'sum', nested: { path: 'parts' } } }],
    'acbe',
    [6, 3, leastInteger, leastInteger],
  ],
  [
    [{ nowhere: { unmapped_type: 'long' } }, { n: 'desc' }],
    'acbe',
    [greatest, greatest, greatest, greatest],
  ],
  [[{ nowhere: { unmapped_type: 'keyword' } }], 'abce', [null, null, null, null]],
  [[{ nowhere: { unmapped_type: 'date', missing: 3 } }], 'abce', [3, 3, 3, 3]],
  [[{ fine: 'desc' }], 'abce', [0, 0, 0, 0]],
  [[{ fine: { order: 'desc', format: 'yyyy' } }], 'abce', ['1970', '1970', '1970', '1970']],
  [[{ _id: 'desc' }], 'ecba', ['e', 'c', 'b', 'a']],
  ['_doc', 'abce', [0, 1, 3, 4]],
  [[{ _doc: 'desc' }], 'ecba', [4, 3, 1, 0]],
];

for (const [sort, ids, values] of cases) {
  test(`sort ${JSON.stringify(sort)}`, async () => {
    const result = await searchIn([books], { sort });
    assert.equal(idsOf(result).join(''), ids);
    assert.deepEqual(
      hitsOf(result).map((hit) => hit.sort?.[0]),
      values,
    );
    assert.equal(result.hits.max_score, null);
  });
}

const formatted: readonly (readonly [entry: JsonObject, reason: RegExp])[] = [
  [{ n: { format: 'yyyy' } }, /require a date_time formatter/],
  [{ n: { format: 'yyyy', numeric_type: 'date' } }, /require a date_time formatter/],
  [{ d: { format: '0.0' } }, /require a date_time formatter/],
  [{ none: { format: 'yyyy', unmapped_type: 'long' } }, /require a date_time formatter/],
  [{ k: { format: 'yyyy' } }, /Field \[k\] of type \[keyword\] does not support custom formats/],
  [{ from: { format: 'yyyy' } }, /does not support custom formats/],
];

for (const [entry, reason] of formatted) {
  test(`refuses a format of what is no date: ${JSON.stringify(entry)}`, async () => {
    await assert.rejects(searchIn([books], { sort: [entry] }), reason);
  });
}

test('sorts dates of both resolutions together with numeric_type, and formats them', async () => {
  const coarse = testIndex({
    name: 'coarse',
    properties: { at: { type: 'date' } },
    runs: [[['c', { at: '2020-01-01T00:00:00.001Z' }]]],
  });
  const fine = testIndex({
    name: 'fine',
    properties: { at: { type: 'date_nanos' } },
    runs: [
      [
        ['f', { at: '2020-01-01T00:00:00.000999999Z' }],
        ['g', { at: '2020-01-01T00:00:00.001000001Z' }],
      ],
    ],
  });
  const sort = [
    { at: { order: 'asc', format: 'strict_date_optional_time_nanos', numeric_type: 'date_nanos' } },
  ];
  const all = await searchIn([coarse, fine], { sort });
  assert.deepEqual(idsOf(all), ['f', 'c', 'g']);
  const shown = hitsOf(all).map((hit) => hit.sort?.[0] ?? null);
  assert.equal(shown[2], '2020-01-01T00:00:00.001000001Z');
  const rest = await searchIn([coarse, fine], { sort, search_after: [shown[0] ?? null] });
  assert.deepEqual(idsOf(rest), ['c', 'g']);
});

test('equal keys keep the order of shards and documents', async () => {
  const runs = [Array.from({ length: 40 }, (_, at) => [`${at}`, { n: 1 }] as const)];
  const wide = testIndex({
    settings: { number_of_shards: 3 },
    properties: { n: { type: 'long' } },
    runs,
  });
  const byField = idsOf(await searchIn([wide], { sort: 'n', size: 40 }));
  const byPosition = idsOf(await searchIn([wide], { sort: '_doc', size: 40 }));
  assert.deepEqual(byField, byPosition);
  assert.equal(new Set(byField).size, 40);
});

test('shows scores if hits are sorted by them or scores are tracked', async () => {
  const query = { match: { k: 'y' } };
  const byScore = await searchIn([books], { query, sort: ['_score'] });
  assert.equal(hitsOf(byScore)[0]?.sort, undefined);
  assert.ok((byScore.hits.max_score ?? 0) > 0);
  const tracked = await searchIn([books], { query, sort: ['n'], track_scores: true });
  assert.equal(tracked.hits.max_score, hitsOf(tracked)[0]?._score);
  const plain = await searchIn([books], { query, sort: ['n'] });
  assert.equal(hitsOf(plain)[0]?._score, null);
});

const refusals: readonly (readonly [body: JsonObject, type: string, reason: RegExp])[] = [
  [{ sort: 't' }, 'illegal_argument_exception', /Fielddata is disabled on \[t\]/],
  [{ sort: 'bare' }, 'illegal_argument_exception', /Can't load fielddata on \[bare\]/],
  [
    { sort: 'nowhere' },
    'query_shard_exception',
    /^No mapping found for \[nowhere\] in order to sort on$/,
  ],
  [
    { sort: [{ k: { numeric_type: 'long' } }] },
    'query_shard_exception',
    /\[numeric_type\] option cannot be set on a non-numeric field/,
  ],
  [{ sort: [{ k: { mode: 'avg' } }] }, 'query_shard_exception', /AVG, MEDIAN and SUM/],
  [{ sort: 'parts.w' }, 'query_shard_exception', /it is mandatory to set the \[nested\] context/],
  [
    { sort: ['n'], search_after: [null] },
    'illegal_argument_exception',
    /position 0 cannot be null for sort field \[n\]/,
  ],
  [
    { sort: ['n'], search_after: [2 ** 31] },
    'illegal_argument_exception',
    /Failed to parse search_after/,
  ],
  [
    { sort: [{ n: { ordr: 'asc' } }] },
    'x_content_parse_exception',
    /^\[1:16\] \[field_sort\] unknown field \[ordr\]$/,
  ],
  [{ sort: [{ n: 'up' }] }, 'illegal_argument_exception', /must be one of \[asc, desc\]/],
  [
    { sort: [1] },
    'illegal_argument_exception',
    /within the sort array, an object, or an actual string are allowed/,
  ],
  [
    { sort: ['n'], search_after: ['x'] },
    'illegal_argument_exception',
    /^Failed to parse search_after value for field \[n\]\.$/,
  ],
  [
    { sort: ['n'], search_after: [1, 2] },
    'illegal_argument_exception',
    /^search_after has 2 value\(s\) but sort has 1\.$/,
  ],
  [{ search_after: [1] }, 'illegal_argument_exception', /^Sort must contain at least one field\.$/],
  [
    { sort: ['_score'], search_after: [1] },
    'illegal_argument_exception',
    /^Sort must contain at least one field\.$/,
  ],
  [
    { sort: ['n'], search_after: 1 },
    'parsing_exception',
    /Expected \[START_ARRAY\] in \[search_after\] but found \[VALUE_NUMBER\]/,
  ],
  [
    { sort: ['n'], search_after: [] },
    'illegal_argument_exception',
    /^Values must contains at least one value\.$/,
  ],
  [{ sort: ['n'], search_after: [[1]] }, 'parsing_exception', /START_ARRAY\] inside search_after/],
];

for (const [body, type, reason] of refusals) {
  test(`sort refused ${JSON.stringify(body)}`, async () => {
    await assert.rejects(
      async () => searchIn([books], body),
      (error) => error instanceof ServiceError && error.type === type && reason.test(error.reason),
    );
  });
}
