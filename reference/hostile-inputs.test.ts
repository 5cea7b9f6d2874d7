import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RawResponse } from './testing/client.ts';
import { lineSender } from './testing/client.ts';
import type { AskedServer } from './testing/longest-wait.ts';
import { startAskedServer } from './testing/longest-wait.ts';

const many = (text: string, times: number): string => text.repeat(times);

const numbered = (times: number, make: (at: number) => string, between: string): string =>
  numbers(times).map(make).join(between);

const numbers = (times: number): readonly number[] => [...Array(times).keys()];

const numberedList = (times: number, prefix: string): readonly string[] =>
  numbers(times).map((at) => `${prefix}${at}`);

const dates = (times: number): readonly string[] =>
  numbers(times).map((at) => new Date(at * 86_400_000).toISOString());

const fields = (times: number, prefix = 'f', value: unknown = 1): unknown =>
  Object.fromEntries(numberedList(times, prefix).map((name) => [name, value]));

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

const tokens = /maximum number of tokens/;
const deep = /nesting depth|nested depth|expression depth/;
const text1mb = 'REPEAT("a", 1000000)';
const digits = many('9', 3_000_000);

/** Pairs of requests: what the first one leaves makes the second one work. */
const hostilePairs: readonly (readonly [HostileInput, HostileInput])[] = [
  [
    [
      'a template with stars',
      'PUT /_index_template/stars',
      () => ({ index_patterns: [`x${many('*a', 2000)}q*`], priority: 7 }),
      undefined,
    ],
    [
      'a template with patterns',
      'PUT /_index_template/patterns',
      () => ({ index_patterns: numbers(1024).map((at) => `zz${at}*b`), priority: 7 }),
      undefined,
    ],
  ],
  [
    [
      'a field with one target many times',
      'PUT /copied',
      () => ({
        mappings: {
          properties: {
            a: { type: 'keyword', copy_to: numbers(1024).map(() => 'b') },
            b: { type: 'keyword' },
          },
        },
      }),
      undefined,
    ],
    [
      'a document with many values',
      'PUT /copied/_doc/1',
      () => ({ a: numberedList(10_000, 'x') }),
      undefined,
    ],
  ],
];

/** Requests that need much work for their size. */
const hostileInputs: readonly HostileInput[] = [
  query('of an endless sum', () => `ROW a = 1${many('+1', 499_000)}`, tokens),
  query('of a deep sum', () => `ROW a = 1${many('+1', 4000)}`, deep),
  query('of brackets', () => `ROW a = ${many('(', 900_000)}`, tokens),
  query('of nested brackets', () => `ROW a = ${many('(', 5000)}`, deep),
  query('of NOT', () => `ROW a = ${many('NOT ', 5000)} true`, deep),
  query('of quotes', () => `ROW a = ${many('"', 900_001)}`, tokens),
  query('of escapes', () => `ROW a = "${many('\\"', 400_000)}"`),
  sql('of open comments', () => `SELECT 1 ${many('/* ', 300_000)}`, /token recognition error/),
  query('of open comments', () => many('/* ', 300_000), /token recognition error/),
  query(
    'of ORs',
    () => `FROM rows | WHERE ${numbered(50_000, (at) => `n == ${at}`, ' OR ')}`,
    tokens,
  ),
  query('of ANDs', () => `FROM rows | WHERE ${numbered(1900, (at) => `n > -${at}`, ' AND ')}`),
  query('of columns', () => `ROW ${numbered(90_000, (at) => `a${at} = 1`, ',')}`, tokens),
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
  query('of empty groups', () => 'ROW a = REPLACE(REPEAT("a", 5000), "()", REPEAT("$1", 500000))'),
  query('of patterns', () => {
    return `ROW a = ${text1mb} LIKE (${numbered(100, (at) => `"*a*b*c${at}*"`, ',')})`;
  }),
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
  search(
    'of blanks',
    () => `{"query"${many(' ', 9_000_000)}:{}}`,
    /more than the \[1000000\] blanks/,
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
  search('of words', () => ({ query: { match: { text: many('one ', 5000) } } }), /too many words/),
  search('of stars', () => ({ query: { wildcard: { word: `${many('*a', 5000)}*` } } })),
  search('of sort keys', () => ({ sort: Array(1000).fill('n') }), /keys/),
  search(
    'of aggregations',
    () => ({ aggs: fields(1010, 'a', { max: { field: 'n' } }) }),
    /more than \[1000\] aggregations/,
  ),
  search('of source patterns', () => ({
    _source: numbers(500).map((at) => `${many('*a', 20)}${at}*`),
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
  ['the list of names', `GET /${many('*,', 2000)}*/_mapping`, () => undefined, /at most \[1024\]/],
  [
    'the names of keys',
    `GET /_security/api_key?name=${many('*', 8000)}b`,
    () => undefined,
    undefined,
  ],
  ['the number of a document', 'PUT /rows/_doc/2', () => `{"n":${digits}}`, /failed to parse/],
  [
    'the text of digits in a document',
    'PUT /rows/_doc/2',
    () => ({ n: `${digits}x` }),
    /failed to/,
  ],
  [
    'the name of a document',
    'PUT /rows/_doc/2',
    () => ({ [many('a.', 500_000)]: 1 }),
    /field name/,
  ],
  [
    'the id of a bulk',
    'POST /rows/_bulk',
    () => `{"index":{"_id":${digits}}}\n{}\n`,
    /longer than/,
  ],
  search(
    'of formats',
    () => ({ query: { range: { day: { gte: '2020', format: many('yyyy||', 5000) } } } }),
    /alternatives/,
  ),
  search(
    'of date math',
    () => ({ query: { range: { day: { gte: `now${many('+1y-1y', 5000)}` } } } }),
    /longer than \[200\]/,
  ),
  search('of fields', () => ({ fields: numberedList(1024, 'n') })),
  search('of equal words', () => ({ query: { match_phrase: { text: many('one ', 4000) } } })),
  search('of moved words', () => ({
    query: { match_phrase: { text: { query: many('one ', 1000), slop: 1000 } } },
  })),
  search('of ids', () => ({ query: { ids: { values: numberedList(20_000, 'id') } } })),
  search('of dates', () => ({ query: { terms: { day: dates(20_000) } } })),
  search('of numbers', () => ({ query: { terms: { n: numbers(20_000) } } })),
  search('of patterns', () => ({
    query: { bool: { should: numbers(4000).map(() => ({ wildcard: { word: '*a*b' } })) } },
  })),
];

let server: AskedServer;
const send = lineSender(() => server.url);

before(async () => {
  server = await startAskedServer();
  const mappings = { properties: { word: { type: 'keyword' } } };
  assert.equal((await send('PUT /rows', { body: { mappings } })).status, 200);
  const body = { word: 'w1', n: 1, day: '2020-01-01', text: 'one two '.repeat(2000) };
  for (const id of ['1', '2', '3']) {
    assert.equal((await send(`PUT /rows/_doc/${id}?refresh=true`, { body })).status, 201);
  }
});

after(() => server.stop());

describe('hostile inputs neither block nor end the server', () => {
  for (const inputs of [...hostileInputs.map((input) => [input]), ...hostilePairs]) {
    it(inputs.map(([what]) => what).join(', '), { timeout: 60_000 }, async () => {
      for (const [what, line, body, refusal] of inputs) {
        const request = { body: body() };
        const response = await server.briefly(what, () => send(line, request));
        check(response, refusal);
      }
      assert.equal((await send('GET /')).status, 200);
    });
  }
});

function check(response: RawResponse, refusal: RegExp | undefined): void {
  if (refusal === undefined) {
    assert.ok(response.status < 300, response.text.slice(0, 500));
  } else {
    assert.ok(response.status === 400 || response.status === 429, response.text.slice(0, 500));
    assert.match(response.text, refusal);
  }
}
