import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from './http/server.ts';
import { startReference } from './start.ts';
import { lineSender } from './testing/client.ts';

const many = (text: string, times: number, between = ''): string =>
  Array.from({ length: times }, () => text).join(between);

const numbered = (times: number, make: (at: number) => string, between: string): string =>
  Array.from({ length: times }, (_, at) => make(at)).join(between);

const fields = (times: number, prefix = 'f', value: unknown = 1): unknown =>
  Object.fromEntries(Array.from({ length: times }, (_, at) => [`${prefix}${at}`, value]));

/** A request, and the pattern of the error message; undefined if the request must succeed. */
type HostileInput = readonly [
  what: string,
  line: string,
  body: () => unknown,
  refusal: RegExp | undefined,
];

const query = (what: string, text: () => string, refusal?: RegExp): HostileInput => [
  `the query ${what}`,
  'POST /_query',
  () => ({ query: text() }),
  refusal,
];
const sql = (what: string, text: () => string, refusal?: RegExp): HostileInput => [
  `the statement ${what}`,
  'POST /_sql',
  () => ({ query: text() }),
  refusal,
];
const search = (what: string, body: () => unknown, refusal?: RegExp): HostileInput => [
  `the search ${what}`,
  'POST /rows/_search',
  body,
  refusal,
];

const tokens = /maximum number of tokens|allowed \[10000\] tokens/;
const deep = /nesting depth|nested depth|expression depth/;
const text1mb = 'REPEAT("a", 1000000)';

/** Requests that need much work for their size. */
const hostileInputs: readonly HostileInput[] = [
  query('of an endless sum', () => `ROW a = 1${many('+1', 499_000)}`, tokens),
  query('of a deep sum', () => `ROW a = 1${many('+1', 4000)}`, deep),
  query('of brackets', () => `ROW a = ${many('(', 900_000)}`, tokens),
  query('of nested brackets', () => `ROW a = ${many('(', 5000)}`, deep),
  query('of NOT', () => `ROW a = ${many('NOT ', 5000)} true`, deep),
  query('of quotes', () => `ROW a = ${many('"', 900_001)}`, tokens),
  query('of open comments', () => many('/*', 400_000), /token recognition error/),
  query(
    'of ORs',
    () => `FROM rows | WHERE ${numbered(50_000, (at) => `n == ${at}`, ' OR ')}`,
    tokens,
  ),
  query('of ANDs', () => `FROM rows | WHERE ${numbered(1900, (at) => `n > -${at}`, ' AND ')}`),
  query('of columns', () => `ROW ${numbered(90_000, (at) => `a${at} = 1`, ',')}`, tokens),
  query('of stars', () => `FROM rows | KEEP ${many('*a', 30_000)}`, /No matches found/),
  query(
    'of doubled lists',
    () => `ROW a = [1, 2]${many('| EVAL a = MV_APPEND(a, a)', 40)}`,
    /large/,
  ),
  query('of doubled texts', () => `ROW a = "x"${many('| EVAL a = CONCAT(a, a)', 40)}`),
  query('of a long text', () => 'ROW a = REPEAT("abc", 100000000)'),
  query('LIKE', () => `ROW b = ${text1mb} LIKE "${many('*a', 2000)}b"`),
  query('RLIKE', () => `ROW b = REPEAT("a", 5000) RLIKE "(a|aa)*(a+)+b"`),
  query(
    'of counted repetitions',
    () => `ROW b = "a" RLIKE "((a{999}){999}){999}"`,
    /invalid repeat count/,
  ),
  query('GROK', () => `ROW a = REPEAT("a ", 5000) | GROK a "${many('%{GREEDYDATA} ', 40)}b"`),
  query('GROK of many', () => `ROW a = "a" | GROK a "${many('%{IP}', 3000)}"`, /too long/),
  query(
    'DISSECT of many',
    () => `ROW a = "a" | DISSECT a "${numbered(2000, (at) => `%{a${at}}`, ' ')}"`,
    /more than 1000 keys/,
  ),
  query(
    'of a date format',
    () => `ROW a = DATE_FORMAT("${many('y', 5000)}", NOW())`,
    /longer than \[200\]/,
  ),
  sql('of an endless sum', () => `SELECT 1${many('+1', 499_000)}`, tokens),
  sql('of brackets', () => `SELECT ${many('(', 9000)}`, /maximum expression depth/),
  sql(
    'of columns',
    () => `SELECT ${numbered(50_000, (at) => `n AS a${at}`, ',')} FROM rows`,
    tokens,
  ),
  sql(
    'of too much text',
    () => `SELECT '${many('a', 1_000_001)}'`,
    /more than the \[1000000\] characters/,
  ),
  search('of deep brackets', () => many('[', 1_000_000), deep),
  search(
    'of deep queries',
    () => `{"query":${many('{"bool":{"must":', 50)}`,
    /Unexpected end of file/,
  ),
  search(
    'of deep closed queries',
    () => `{"query":${many('{"bool":{"must":', 50)}{"match_all":{}}${many('}}', 50)}}`,
    deep,
  ),
  search(
    'of clauses',
    () => ({
      query: { bool: { should: Array.from({ length: 5000 }, () => ({ match_all: {} })) } },
    }),
    /more than the \[4096\] elements/,
  ),
  search(
    'of words',
    () => ({ query: { match: { text: many('one ', 50_000) } } }),
    /more than the \[32766\] characters/,
  ),
  search(
    'of terms',
    () => ({ query: { terms: { n: Array.from({ length: 70_000 }, (_, at) => at) } } }),
    /more than the \[65536\] elements/,
  ),
  search('of stars', () => ({ query: { wildcard: { word: `${many('*a', 5000)}*` } } })),
  search(
    'of sort keys',
    () => ({ sort: Array.from({ length: 5000 }, () => 'n') }),
    /more than the \[256\] elements/,
  ),
  search(
    'of aggregations',
    () => ({
      aggs: Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [`a${at}`, { max: { field: 'n' } }]),
      ),
    }),
    /more than the \[1024\] members/,
  ),
  search('of source patterns', () => ({
    _source: Array.from({ length: 500 }, (_, at) => `${many('*a', 20)}${at}*`),
  })),
  ['the bulk of blank lines', 'POST /rows/_bulk', () => many('\n', 5_000_000), /no requests added/],
  ['the document of fields', 'PUT /wide/_doc/1', () => fields(5000), /total fields/],
  [
    'the mapping of dotted fields',
    'PUT /dotted',
    () => ({ mappings: { properties: fields(5000, 'a.b.f', { type: 'long' }) } }),
    /total fields/,
  ],
  [
    'the filter of an answer',
    `GET /_search?filter_path=${many('**.a.', 300)}b`,
    () => undefined,
    /at most \[512\] segments/,
  ],
  ['the pattern of names', `GET /${many('*a', 1000)}*/_mapping`, () => undefined, undefined],
];

let server: RunningServer;
const send = lineSender(() => server.url);
const defects: string[] = [];

before(async () => {
  server = await startReference({ log: (report) => defects.push(report) });
  const body = { word: 'w1', n: 1, day: '2020-01-01', text: 'one two' };
  assert.equal((await send('PUT /rows/_doc/1?refresh=true', { body })).status, 201);
});

after(async () => {
  await server.stop();
  assert.deepEqual(defects, []);
});

describe('hostile inputs neither block nor end the server', () => {
  for (const [what, line, body, refusal] of hostileInputs) {
    it(what, { timeout: 60_000 }, async () => {
      const response = await send(line, { body: body() });
      if (refusal === undefined) assert.equal(response.status, 200, response.text.slice(0, 500));
      else {
        assert.ok(response.status === 400 || response.status === 429, response.text.slice(0, 500));
        assert.match(response.text, refusal);
      }
      assert.equal((await send('GET /')).status, 200);
    });
  }
});
