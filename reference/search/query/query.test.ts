import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../base/json.ts';
import { ServiceError } from '../../base/service-error.ts';
import { idsOf, searchIn, testIndex } from '../../testing/search-index.ts';

const books = testIndex({
  properties: {
    title: { type: 'text', fields: { raw: { type: 'keyword' } } },
    genre: { type: 'keyword' },
    pages: { type: 'integer' },
    big: { type: 'long' },
    price: { type: 'double' },
    out: { type: 'date' },
    fine: { type: 'date_nanos' },
    old: { type: 'boolean' },
    from: { type: 'ip' },
    span: { type: 'integer_range' },
    net: { type: 'ip_range' },
    parts: { type: 'nested', properties: { name: { type: 'keyword' }, n: { type: 'integer' } } },
  },
  runs: [
    [
      ['1', { title: 'the quick brown fox', genre: 'a', pages: 10, out: '2020-01-01', old: true }],
      ['2', { title: 'quick quick dogs', genre: 'b', pages: 20, out: '2020-01-31T12:00:00Z' }],
      ['dead', { title: 'quick fox', genre: 'a', pages: 10 }],
    ],
    [
      ['3', { title: 'brown dogs', genre: ['a', 'b'], pages: [5, 30], price: 1.5, old: false }],
      [
        '4',
        {
          from: '10.1.2.3',
          big: 9007199254740993n.toString(),
          fine: '2020-01-01T00:00:00.000000005Z',
        },
      ],
      ['5', { span: { gte: 5, lt: 10 }, net: '10.0.0.0/8', from: '2001:db8::1' }],
    ],
    [
      [
        '6',
        {
          parts: [
            { name: 'x', n: 1 },
            { name: 'y', n: 2 },
          ],
          genre: 'Zoë',
        },
      ],
    ],
  ],
  deletes: ['dead'],
});

const cases: readonly (readonly [name: string, query: JsonObject, ids: readonly string[]])[] = [
  ['match_all', { match_all: {} }, ['1', '2', '3', '4', '5', '6']],
  ['match_none', { match_none: {} }, []],
  ['match or', { match: { title: 'QUICK brown' } }, ['1', '2', '3']],
  ['match and', { match: { title: { query: 'quick brown', operator: 'and' } } }, ['1']],
  [
    'match minimum',
    { match: { title: { query: 'quick brown fox', minimum_should_match: 2 } } },
    ['1'],
  ],
  ['match on a number', { match: { pages: '20' } }, ['2']],
  ['match nothing', { match: { title: '!!' } }, []],
  ['match_phrase', { match_phrase: { title: 'quick brown' } }, ['1']],
  ['match_phrase wrong order', { match_phrase: { title: 'brown quick' } }, []],
  ['match_phrase slop', { match_phrase: { title: { query: 'quick fox', slop: 1 } } }, ['1']],
  ['term keyword', { term: { genre: 'a' } }, ['1', '3']],
  ['term any case', { term: { genre: { value: 'A', case_insensitive: true } } }, ['1', '3']],
  ['term multi-field', { term: { 'title.raw': 'brown dogs' } }, ['3']],
  ['term number', { term: { pages: 10 } }, ['1']],
  ['term impossible number', { term: { pages: 10.5 } }, []],
  ['term big number', { term: { big: '9007199254740993' } }, ['4']],
  ['term big neighbour', { term: { big: '9007199254740992' } }, []],
  ['term boolean', { term: { old: 'true' } }, ['1']],
  ['term date', { term: { out: '2020-01-01' } }, ['1']],
  ['term date_nanos', { term: { fine: '2020-01-01T00:00:00.000000005Z' } }, ['4']],
  ['term ip', { term: { from: '10.1.2.3' } }, ['4']],
  ['term network', { term: { from: '10.1.0.0/16' } }, ['4']],
  ['term range field', { term: { span: 9 } }, ['5']],
  ['term ip range', { term: { net: '10.200.0.1' } }, ['5']],
  ['term _id', { term: { _id: '3' } }, ['3']],
  ['term _index', { term: { _index: 'boo*' } }, ['1', '2', '3', '4', '5', '6']],
  ['terms', { terms: { genre: ['b', 'Zoë', 'q'] } }, ['2', '3', '6']],
  ['terms numbers', { terms: { pages: [5, 20] } }, ['2', '3']],
  ['terms unmapped', { terms: { nowhere: [1] } }, []],
  ['ids', { ids: { values: ['2', 'dead', '5'] } }, ['2', '5']],
  ['range', { range: { pages: { gt: 5, lte: 20 } } }, ['1', '2']],
  ['range many values', { range: { pages: { gte: 30 } } }, ['3']],
  ['range double', { range: { price: { gte: 1.5, lt: 1.6 } } }, ['3']],
  ['range keyword', { range: { genre: { gte: 'b' } } }, ['2', '3']],
  ['range date rounds up', { range: { out: { lte: '2020-01' } } }, ['1', '2']],
  ['range date', { range: { out: { gt: '2020-01-01' } } }, ['2']],
  ['range date math', { range: { out: { gte: '2020-02-01||-1d/d' } } }, ['2']],
  ['range date after now', { range: { out: { gte: 'now-1M/M' } } }, []],
  ['range date zone', { range: { out: { lt: '2020-01-01T01:00', time_zone: '+02:00' } } }, []],
  ['range date format', { range: { out: { gte: '31/01/2020', format: 'dd/MM/yyyy' } } }, ['2']],
  ['range ip', { range: { from: { gte: '10.0.0.0', lte: '10.255.0.0' } } }, ['4']],
  ['range intersects', { range: { span: { gte: 9, lte: 50 } } }, ['5']],
  ['range within', { range: { span: { gte: 6, lte: 50, relation: 'within' } } }, []],
  ['range contains', { range: { span: { gte: 6, lte: 9, relation: 'contains' } } }, ['5']],
  ['exists', { exists: { field: 'genre' } }, ['1', '2', '3', '6']],
  ['exists object', { exists: { field: 'parts' } }, []],
  ['prefix', { prefix: { 'title.raw': 'the q' } }, ['1']],
  ['wildcard', { wildcard: { genre: { value: '?o*' } } }, ['6']],
  ['wildcard escaped', { wildcard: { genre: 'a\\*' } }, []],
  ['constant_score', { constant_score: { filter: { term: { genre: 'b' } } } }, ['2', '3']],
  [
    'nested',
    {
      nested: {
        path: 'parts',
        query: { bool: { must: [{ term: { 'parts.name': 'x' } }, { term: { 'parts.n': 1 } }] } },
      },
    },
    ['6'],
  ],
  [
    'nested is one object',
    {
      nested: {
        path: 'parts',
        query: { bool: { must: [{ term: { 'parts.name': 'x' } }, { term: { 'parts.n': 2 } }] } },
      },
    },
    [],
  ],
  ['nested from outside', { term: { 'parts.name': 'x' } }, []],
  [
    'bool',
    { bool: { filter: { term: { genre: 'a' } }, must_not: [{ term: { pages: 10 } }] } },
    ['3'],
  ],
  [
    'bool should',
    {
      bool: {
        should: [{ term: { genre: 'a' } }, { term: { genre: 'b' } }],
        minimum_should_match: 2,
      },
    },
    ['3'],
  ],
  ['bool minimum 0', { bool: { should: { term: { pages: 20 } }, minimum_should_match: 0 } }, ['2']],
  [
    'bool optional should',
    { bool: { must: { exists: { field: 'out' } }, should: { term: { genre: 'q' } } } },
    ['1', '2'],
  ],
  ['bool must_not only', { bool: { must_not: { exists: { field: 'genre' } } } }, ['4', '5']],
  ['bool empty', { bool: {} }, ['1', '2', '3', '4', '5', '6']],
];

for (const [name, query, ids] of cases) {
  test(`query ${name}`, async () => {
    const result = await searchIn([books], { query, sort: [{ _id: 'asc' }] });
    assert.deepEqual(idsOf(result), ids);
    assert.deepEqual(result.hits.total, { value: ids.length, relation: 'eq' });
  });
}

const refusals: readonly (readonly [query: JsonObject, type: string, reason: RegExp])[] = [
  [{ foo: {} }, 'parsing_exception', /^unknown query \[foo\]; this server serves \[bool, /],
  [
    { term: { genre: 'a' }, match_all: {} },
    'parsing_exception',
    /expected \[END_OBJECT\] but found \[FIELD_NAME\]/,
  ],
  [
    { term: { genre: { value: 'a', bosst: 1 } } },
    'parsing_exception',
    /\[term\] does not support \[bosst\]/,
  ],
  [{ terms: { genre: 'a' } }, 'parsing_exception', /\[terms\] query does not support \[genre\]/],
  [{ range: { pages: { gte: 'x' } } }, 'query_shard_exception', /For input string: "x"/],
  [{ range: { out: { gte: 'x' } } }, 'parse_exception', /^failed to parse date field \[x\]/],
  [{ prefix: { pages: '1' } }, 'query_shard_exception', /Can only use prefix queries on keyword/],
  [
    { nested: { path: 'genre', query: { match_all: {} } } },
    'query_shard_exception',
    /failed to find nested object under path \[genre\]/,
  ],
  [{ bool: { must: 1 } }, 'parsing_exception', /Expected \[START_OBJECT\]/],
  [{ match: { title: ['a'] } }, 'parsing_exception', /unknown token \[START_ARRAY\]/],
  [
    { term: { old: 'maybe' } },
    'query_shard_exception',
    /Failed to parse value \[maybe\] as only \[true\]/,
  ],
];

for (const [query, type, reason] of refusals) {
  test(`query refused ${JSON.stringify(query)}`, async () => {
    await assert.rejects(
      async () => searchIn([books], { query }),
      (error) => error instanceof ServiceError && error.type === type && reason.test(error.reason),
    );
  });
}

test('a refusal contains the location in the body', async () => {
  await assert.rejects(
    async () => searchIn([books], { size: 1, query: { foo: {} } }),
    (error) => error instanceof ServiceError && error.details.metadata?.['col'] === 20,
  );
});

test('exists depends on the mapping, not on what else a segment has', async () => {
  const index = testIndex({
    properties: {
      short: { type: 'keyword', ignore_above: 3, fields: { text: { type: 'text' } } },
      o: { properties: { a: { type: 'long' }, p: { properties: { b: { type: 'long' } } } } },
      'o.span': { type: 'long_range' },
      alias: { type: 'alias', path: 'o.p.b' },
    },
    runs: [
      [['1', { short: 'too long' }]],
      [
        ['2', { short: 'abc' }],
        ['3', { short: 'too long' }],
      ],
      [['4', { o: { p: { b: 1 } } }]],
      [['5', { o: { span: { gte: 1 } } }]],
    ],
  });
  const expected = {
    short: ['2'],
    'short.text': ['1', '2', '3'],
    'short*': ['1', '2', '3'],
    o: ['4', '5'],
    'o.p': ['4'],
    alias: ['4'],
    'al*': ['4'],
    'o.span': ['5'],
    _ignored: ['1', '3'],
    other: [],
  };
  for (const [field, ids] of Object.entries(expected)) {
    const result = await searchIn([index], { query: { exists: { field } }, sort: ['_doc'] });
    assert.deepEqual([...idsOf(result)].sort(), ids, field);
  }
});
