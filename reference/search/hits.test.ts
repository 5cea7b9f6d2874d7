import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../base/json.ts';
import { parseJson } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';
import { hitsOf, requestOf, searchIn, testIndex } from '../testing/search-index.ts';

const source = {
  a: { b: 1, c: [{ d: 'x', e: 2 }, { d: 'y' }] },
  f: ['p', 'q'],
  at: '2020-01-02',
  all: 'own',
};

const index = testIndex({
  properties: {
    a: { properties: { b: { type: 'integer', copy_to: 'all' } } },
    f: { type: 'keyword', copy_to: ['all'] },
    all: { type: 'keyword' },
    at: { type: 'date' },
    ok: { type: 'boolean' },
  },
  runs: [[['1', source]]],
});

async function hitOf(body: JsonObject): Promise<JsonObject> {
  const { hits } = await searchIn([index], body);
  return parseJson(writeJson(hitsOf({ hits })[0])) as JsonObject;
}

const { a: _, ...others } = source;

const sources: readonly (readonly [filter: JsonObject, expected: unknown])[] = [
  [{}, source],
  [{ _source: true }, source],
  [{ _source: false }, undefined],
  [{ _source: 'f' }, { f: ['p', 'q'] }],
  [{ _source: ['a.b', 'at'] }, { a: { b: 1 }, at: '2020-01-02' }],
  [{ _source: 'a.c.d' }, { a: { c: [{ d: 'x' }, { d: 'y' }] } }],
  [{ _source: { includes: ['a.*'], excludes: ['*.d'] } }, { a: { b: 1, c: [{ e: 2 }] } }],
  [{ _source: { excludes: ['*.d', '*.e'] } }, { ...source, a: { b: 1, c: [] } }],
  [{ _source: { excludes: ['a.b', 'a.c.d', 'a.c.e'] } }, others],
  [{ _source: { excludes: ['a', 'f', 'all'] } }, { at: '2020-01-02' }],
];

for (const [filter, expected] of sources) {
  test(`_source by ${JSON.stringify(filter)}`, async () => {
    assert.deepEqual((await hitOf(filter))['_source'], expected);
  });
}

test('returns the source byte for byte as it was sent', async () => {
  const raw = testIndex({});
  const text = '{ "n" : 1.0, "big": 12345678901234567890 }';
  raw.index({ id: '1', source: text });
  raw.refresh();
  const { hits } = await searchIn([raw], {});
  assert.ok(writeJson(hits.hits).endsWith(`"_source":${text}}]`));
});

test('reads fields from the source and its copy_to sources, and docvalue_fields from the columns', async () => {
  const { fields } = await hitOf({
    fields: ['all', { field: 'at', format: 'dd.MM.yyyy' }, 'nowhere'],
    docvalue_fields: ['f', { field: 'a.b' }],
  });
  assert.deepEqual(fields, {
    f: ['p', 'q'],
    'a.b': [1],
    all: ['1', 'p', 'q', 'own'],
    at: ['02.01.2020'],
  });
});

test('shows version and sequence number on request; query parameters take precedence', async () => {
  const hit = await hitOf({ version: true, seq_no_primary_term: true });
  assert.deepEqual(Object.keys(hit), [
    '_index',
    '_id',
    '_version',
    '_seq_no',
    '_primary_term',
    '_score',
    '_source',
  ]);
  const request = requestOf(
    { size: 3, _source: false },
    { size: '4', _source: 'a', sort: 'x:desc,_doc' },
  );
  assert.equal(request.size, 4);
  assert.deepEqual(request.source, { includes: ['a'], excludes: [] });
  assert.deepEqual(
    request.sort?.map(({ field, order }) => `${field} ${order}`),
    ['x desc', '_doc asc'],
  );
});

test('totals are exact up to 10,000 or the requested limit, or omitted', async () => {
  const many = testIndex({
    runs: [Array.from({ length: 10_001 }, (_, at) => [`${at}`, {}] as const)],
  });
  const cases = [
    [{}, { value: 10_000, relation: 'gte' }],
    [{ track_total_hits: true }, { value: 10_001, relation: 'eq' }],
    [{ track_total_hits: -1 }, undefined],
    [{ track_total_hits: 5 }, { value: 5, relation: 'gte' }],
    [{ track_total_hits: 10_001 }, { value: 10_001, relation: 'eq' }],
    [{ track_total_hits: false }, undefined],
  ] as const;
  for (const [body, total] of cases) {
    const { hits } = await searchIn([many], body);
    assert.deepEqual(hits.total, total);
    assert.equal(hitsOf({ hits }).length, 10);
  }
});

test('post_filter filters hits but not aggregations; terminate_after stops early', async () => {
  const three = testIndex({
    properties: { k: { type: 'keyword' } },
    runs: [
      [
        ['1', { k: 'a' }],
        ['2', { k: 'b' }],
        ['3', { k: 'b' }],
      ],
    ],
  });
  const result = await searchIn([three], {
    post_filter: { term: { k: 'a' } },
    aggs: { n: { value_count: { field: 'k' } } },
  });
  assert.equal(result.hits.total?.value, 1);
  assert.deepEqual(result.aggregations, { n: { value: 3 } });
  const cut = await searchIn([three], { terminate_after: 2 });
  assert.equal(hitsOf(cut).length, 2);
  assert.equal(cut.terminated_early, true);
});
