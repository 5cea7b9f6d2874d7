import type { BenchClient } from './client.ts';
import { bulkLines } from './client.ts';

/** Work for a server whose index `stall` has a number of documents. */
export interface StallTask {
  readonly what: string;
  readonly send: (client: BenchClient) => Promise<unknown>;
}

const words = ['red', 'green', 'blue', 'quick', 'brown', 'fox', 'lazy', 'dog', 'jumps', 'over'];
const large = 9_900_000;

/** Writes the documents. */
export async function writeDocuments(client: BenchClient, documents: number): Promise<void> {
  const properties = {
    n: { type: 'long' },
    word: { type: 'keyword' },
    id: { type: 'keyword' },
    day: { type: 'date' },
    text: { type: 'text' },
  };
  await client.send('PUT', '/stall', {
    settings: { number_of_shards: 2 },
    mappings: { properties },
  });
  for (let from = 0; from < documents; from += 10_000) {
    const lines = bulkLines(from, from + 10_000, (n) => {
      const text = Array.from({ length: 8 }, (_, at) => words[(n * (at + 3)) % words.length]);
      return {
        n: (n * 7919) % documents,
        word: `w${n % 100}`,
        id: `i${(n * 7919) % documents}`,
        day: 1_577_836_800_000 + n * 60_000,
        text: `${text.join(' ')} ${n}`,
      };
    });
    await client.send('POST', '/stall/_bulk', lines);
  }
}

const numbered = <Value>(count: number, make: (at: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Searches, queries and statements over all documents. */
export function readTasks(): readonly StallTask[] {
  const search = (what: string, body: unknown): StallTask => ({
    what,
    send: (client) => client.send('POST', '/stall/_search', body),
  });
  const query = (text: string): StallTask => ({
    what: text.replaceAll('|', '\\|'),
    send: (client) => client.send('POST', '/_query', { query: `FROM stall | ${text}` }),
  });
  const match = { match: { text: 'quick fox dog' } };
  const max = { max: { field: 'n' } };
  const aggregations = Object.fromEntries(numbered(1000, (at) => [`a${at}`, max]));
  return [
    search('search by score', { query: match }),
    search('sort by a number', { query: match, sort: ['n'] }),
    search('sort by two keys', { query: match, sort: [{ word: 'desc' }, 'n'], size: 10_000 }),
    search('sort by a keyword', { query: match, sort: [{ id: 'desc' }] }),
    search('wildcard', { query: { wildcard: { id: '*9*1' } } }),
    search('prefix', { query: { prefix: { id: 'i1' } } }),
    search('range', { query: { range: { n: { gte: 10 } } } }),
    search('terms of 100 words', { size: 0, aggs: { a: { terms: { field: 'word' } } } }),
    search('terms of all ids', { size: 0, aggs: { a: { terms: { field: 'id' } } } }),
    search('terms of none that match', {
      size: 0,
      query: { match_none: {} },
      aggs: { a: { terms: { field: 'id', min_doc_count: 0 } } },
    }),
    search('distinct ids', { size: 0, aggs: { a: { cardinality: { field: 'id' } } } }),
    search('terms, each with days', {
      size: 0,
      aggs: {
        a: {
          terms: { field: 'word' },
          aggs: { d: { date_histogram: { field: 'day', calendar_interval: 'day' } } },
        },
      },
    }),
    search('1000 aggregations', {
      size: 0,
      query: { range: { n: { lt: 100_000 } } },
      aggs: aggregations,
    }),
    query('STATS AVG(n), MAX(n) BY word'),
    query('STATS c = COUNT(*) BY id | SORT c, id | LIMIT 10'),
    query('STATS c = COUNT(*) BY n, word | SORT c, n | LIMIT 10'),
    query('SORT word DESC, id | LIMIT 100000 | STATS MAX(n)'),
    query('STATS COUNT_DISTINCT(id), MEDIAN(n), VALUES(word)'),
    query('WHERE text LIKE "*dog*9" | STATS COUNT(*)'),
    {
      what: 'statement with ORDER BY',
      send: (client) =>
        client.send('POST', '/_sql', {
          query: 'SELECT n, id FROM stall ORDER BY word, id LIMIT 10000',
        }),
    },
  ];
}

/** Queries and statements whose text is near its limit. */
export function textTasks(): readonly StallTask[] {
  const all = (count: number, part: (at: number) => string, between = ', '): string =>
    numbered(count, part).join(between);
  const post = (what: string, path: string, query: () => string): StallTask => ({
    what: `text: ${what}`,
    send: (client) => client.send('POST', path, { query: query() }).catch(() => undefined),
  });
  const piped = (what: string, command: () => string): StallTask =>
    post(what, '/_query', () => `FROM stall | LIMIT 1000 | ${command()}`);
  const sql = (what: string, end: () => string): StallTask => post(what, '/_sql', end);
  const sum = (at: number): string => `n + ${at}`;
  return [
    piped('2400 keys of groups', () => `STATS COUNT(*) BY ${all(2400, sum)}`),
    piped('2400 sort keys', () => `SORT ${all(2400, sum)}`),
    piped('12000 columns of GROK', () => `GROK text "${all(12_000, (at) => `%{WORD:a${at}}`)}"`),
    piped('2800 columns of GROK', () => `GROK text "${all(2800, (at) => `%{DATA:a${at}}`, '')}"`),
    piped('open names of GROK', () => `GROK text "${'%{'.repeat(450_000)}"`),
    piped('1900 conditions', () => `WHERE ${all(1900, (at) => `n > -${at}`, ' AND ')}`),
    piped('LIKE', () => `WHERE text LIKE "${'*a'.repeat(450_000)}"`),
    piped('REPLACE', () => `EVAL a = REPLACE(text, "${'a?b'.repeat(300_000)}", "")`),
    piped('REPLACE, the longest', () => `EVAL a = REPLACE(text, "${'a?b'.repeat(5_461)}", "")`),
    sql('LIKE of SQL', () => `SELECT n FROM stall WHERE text LIKE '${'%a'.repeat(450_000)}'`),
    sql('1200 aggregates', () => `SELECT ${all(1200, (at) => `sum(n+${at})`)} FROM stall`),
    sql('ORDER BY 2400 keys', () => `SELECT n FROM stall ORDER BY ${all(2400, sum)} LIMIT 1000`),
  ];
}

/** Queries whose expression takes long for each of 1,000 documents. */
export function rowTasks(): readonly StallTask[] {
  const piped = (what: string, command: string): StallTask => ({
    what: `rows: ${what}`,
    send: (client) =>
      client
        .send('POST', '/_query', { query: `FROM stall | LIMIT 1000 | ${command}` })
        .catch(() => undefined),
  });
  const groups = `REPLACE(text, "${'()'.repeat(8000)}", "")`;
  const many = (part: (at: number) => string): string => numbered(500, part).join(', ');
  return [
    piped('REPLACE with 8000 groups', `EVAL a = ${groups}`),
    piped('REPLACE in WHERE', `WHERE ${groups} == "a"`),
    piped('REPLACE in SORT', `SORT ${groups}`),
    piped('REPLACE in STATS BY', `STATS COUNT(*) BY ${groups}`),
    piped('REPLACE with .? 8000 times', `EVAL a = REPLACE(text, "${'.?'.repeat(8000)}", "")`),
    piped(
      'REPLACE with 1000 alternatives',
      `EVAL a = REPLACE(text, "${'[aq]z|'.repeat(1000)}q", "")`,
    ),
    piped('LIKE with 500 patterns', `WHERE text LIKE (${many((at) => `"*a?${at}*"`)})`),
    piped(
      'CASE with 500 patterns',
      `EVAL a = CASE(${many((at) => `text LIKE "*a?${at}*", "${at}"`)})`,
    ),
    piped('GROK with 1000 captures', `GROK text "${'%{DATA:a}'.repeat(1000)}z"`),
    piped('long texts', 'EVAL a = REPEAT(text, 10000), b = REVERSE(LEFT(a, 50000)), c = MD5(a)'),
  ];
}

/** Requests with a body near the limit. */
export function bodyTasks(): readonly StallTask[] {
  const post = (what: string, path: string, body: () => unknown): StallTask => ({
    what,
    send: (client) => client.send('POST', path, body()).catch(() => undefined),
  });
  const filled = (line: (at: number) => string): string => {
    const one = line(1e6).length;
    return numbered(Math.floor(large / one), line).join('');
  };
  const entries = (): string => `[${filled((at) => `{"n":${at},"t":"ab"},`)}0]`;
  const objects = (): string => entries().replace(/,0\]$/, ']');
  const long = (): string => 'a '.repeat(large / 2);
  const properties = (): unknown =>
    Object.fromEntries(numbered(300_000, (at) => [`f${at}`, { type: 'long' }]));
  const template = (parts: unknown): unknown => ({ index_patterns: ['x'], template: parts });
  const mapping = (fields: unknown): unknown => template({ mappings: { properties: fields } });
  return [
    post('document of 10 MB, objects', '/big/_doc', () => `{"o":${objects()}}`),
    post('document of 10 MB, refused', '/big/_doc', () => `{"o":${entries()}}`),
    post('document of 10 MB, numbers', '/big/_doc', () => ({ n: numbered(1_200_000, (at) => at) })),
    post(
      'document of 10 MB, long integers',
      '/big/_doc',
      () => `{"n":[${filled((at) => `${12345678901234567n + BigInt(at)},`)}1]}`,
    ),
    post('document of 10 MB, one text', '/big/_doc', () => ({ t: long() })),
    post('search of 10 MB', '/stall/_search', () => ({
      query: { terms: { n: numbered(1_200_000, (at) => at) } },
    })),
    post('search of 10 MB, unknown', '/stall/_search', () => `{"query":{"a":${entries()}}}`),
    post('search of 10 MB, cut off', '/stall/_search', () => `{"query":{"a":${entries()}`),
    post('query of 10 MB', '/_query', () => ({ query: `ROW a = "${long()}"` })),
    post('parameters of 10 MB', '/_query', () => ({
      query: 'ROW a = 1',
      params: numbered(1_200_000, (at) => at),
    })),
    post('bulk of 10 MB', '/stall/_bulk', () => filled((at) => `{"index":{}}\n{"n":${at}}\n`)),
    post('bulk of 10 MB, two lines', '/big/_bulk', () => `{"index":{}}\n{"o":${objects()}}\n`),
    post('bulk of 10 MB, blank lines', '/big/_bulk', () => '\n'.repeat(large)),
    post('settings of 10 MB', '/_index_template/t', () => template({ settings: properties() })),
    post('search of 10 MB, names', '/stall/_search', () => ({ query: { terms: properties() } })),
    post('mapping of 10 MB', '/_index_template/t', () => mapping(properties())),
    post('mapping of 10 MB, multi-fields', '/_index_template/t', () =>
      mapping({ a: { type: 'keyword', fields: properties() } }),
    ),
  ];
}
