import type { CostCase } from './cost.ts';
import type { Send } from './cost-inputs.ts';
import { listOf, objectOf } from './cost-inputs.ts';
import { pipedCosts, queryCosts, statementCosts } from './query-costs.ts';

/** Creates what the requests of `operationCosts` use. */
export async function prepareCosts(send: Send): Promise<void> {
  const properties = {
    t: { type: 'text' },
    s: { type: 'keyword' },
    n: { type: 'long' },
    d: { type: 'date' },
    o: { type: 'nested', properties: { k: { type: 'keyword' } } },
  };
  await send('PUT /cost', { mappings: { properties } });
  const document = { t: 'one two', s: ['a', 'b'], n: 1, d: '2020-01-01', o: [{ k: 'a' }] };
  await send('PUT /cost/_doc/1?refresh=true', document);
  await send('PUT /cost_other', { mappings: { properties: { n: { type: 'keyword' } } } });
  await send('PUT /cost_other/_doc/1?refresh=true', { n: '7' });
}

/** Returns requests to every group of operations, with the part of each that a client can make large. */
export function operationCosts(send: Send): readonly CostCase[] {
  return [
    ...searchCosts(send),
    ...queryCosts(send),
    ...pipedCosts(send),
    ...statementCosts(send),
    ...writeCosts(send),
    ...setUpCosts(send),
  ];
}

const nested = (depth: number): unknown => {
  let query: unknown = { match_all: {} };
  for (let level = 0; level < depth; level++) query = { bool: { must: query } };
  return query;
};

function searchCosts(send: Send): readonly CostCase[] {
  const search = (what: string, body: (size: number) => unknown): CostCase => ({
    what: `search: ${what}`,
    work: (size) => send('POST /cost/_search', body(size)),
  });
  const query = (what: string, make: (size: number) => unknown): CostCase =>
    search(what, (size) => ({ query: make(size) }));
  const number = (at: number): number => at;
  const word = (at: number): string => `w${at}`;
  const max = { max: { field: 'n' } };
  return [
    query('terms', (size) => ({ terms: { n: listOf(size, number) } })),
    query('terms of texts', (size) => ({ terms: { s: listOf(size, word) } })),
    query('ids', (size) => ({ ids: { values: listOf(size, word) } })),
    query('words', (size) => ({ match: { t: listOf(size, word).join(' ') } })),
    query('a phrase', (size) => ({ match_phrase: { t: listOf(size, word).join(' ') } })),
    query('a wildcard', (size) => ({ wildcard: { s: `${'*a'.repeat(size)}*` } })),
    query('a long wildcard', (size) => ({ wildcard: { s: '?'.repeat(10 * size) } })),
    query('a prefix', (size) => ({ prefix: { s: 'a'.repeat(10 * size) } })),
    query('clauses', (size) => ({ bool: { should: listOf(size, (n) => ({ term: { n } })) } })),
    query('depth', nested),
    query('a range of dates', (size) => ({
      range: { d: { gte: `2020-01-01||${'+1d'.repeat(size)}` } },
    })),
    search('source patterns', (size) => ({ _source: listOf(size, (at) => `a*${at}*`) })),
    search('fields', (size) => ({ fields: listOf(size, (at) => `s*${at}`) })),
    search('doc values', (size) => ({ docvalue_fields: listOf(size, () => 'n') })),
    search('sort keys', (size) => ({ sort: listOf(size, () => 'n') })),
    search('values to search after', (size) => ({
      sort: ['n'],
      search_after: listOf(size, number),
    })),
    search('aggregations', (size) => ({ size: 0, aggs: objectOf(size, (at) => [word(at), max]) })),
    search('orders of terms', (size) => ({
      aggs: { a: { terms: { field: 's', order: listOf(size, () => ({ _key: 'asc' })) } } },
    })),
    search('blank characters', (size) => `{"query":{"match_all":{}}${' \n'.repeat(100 * size)}}`),
    search(
      'an error at the end',
      (size) => `{"query":{"terms":{"n":[${'1,'.repeat(100 * size)}]}}}`,
    ),
    {
      what: 'filter_path',
      work: (size) => send(`GET /_search?filter_path=${'**.a.'.repeat(size / 2)}b`),
    },
    {
      what: 'targets',
      work: (size) => send(`GET /${listOf(size, word).join(',')}/_search?ignore_unavailable=true`),
    },
    {
      what: 'scrolls to clear',
      work: (size) => send('DELETE /_search/scroll', { scroll_id: listOf(size, word) }),
    },
  ];
}

function writeCosts(send: Send): readonly CostCase[] {
  const lines = (size: number, line: (at: number) => string): string => listOf(size, line).join('');
  let number = 0;
  /** A new index for each document, so that its fields are new too. */
  const document = (what: string, body: (size: number) => unknown): CostCase => ({
    what: `document: ${what}`,
    work: (size) => send(`PUT /written-${number++}/_doc/1`, body(size)),
  });
  return [
    {
      what: 'bulk',
      work: (size) =>
        send(
          'POST /bulk/_bulk',
          lines(size, (n) => `{"index":{}}\n{"n":${n}}\n`),
        ),
    },
    {
      what: 'bulk of one document',
      work: (size) =>
        send(
          'POST /bulk/_bulk',
          lines(size, (n) => `{"index":{"_id":"1"}}\n{"n":${n}}\n`),
        ),
    },
    {
      what: 'bulk of refusals',
      work: (size) =>
        send(
          'POST /cost/_bulk',
          lines(size, () => '{"index":{}}\n{"n":"x"}\n'),
        ),
    },
    {
      what: 'bulk of blank lines',
      work: (size) => send('POST /cost/_bulk', '\n'.repeat(100 * size)),
    },
    document('a list', (size) => ({ n: listOf(10 * size, (at) => at) })),
    document('a list of texts', (size) => ({ s: listOf(10 * size, (at) => `w${at}`) })),
    document('a list of objects', (size) => ({ o: listOf(size, (k) => ({ k })) })),
    document('a long text', (size) => ({ t: 'one two '.repeat(10 * size) })),
    document('a long word', (size) => ({ t: 'a'.repeat(100 * size) })),
    document('fields', (size) => objectOf(size / 2, (at) => [`f${at}`, at])),
    document('dotted fields', (size) => objectOf(size / 2, (at) => [`a.b.f${at}`, at])),
    document('depth', (size) => JSON.parse(`${'{"a":'.repeat(size)}1${'}'.repeat(size)}`)),
    document('a repeated name', (size) => `{${'"a":1,'.repeat(size)}"a":1}`),
    document('a long number', (size) => `{"a":${'1'.repeat(size)}}`),
    document('a date', (size) => ({ d: `2020-01-01T00:00:00.${'1'.repeat(size)}Z` })),
  ];
}

function setUpCosts(send: Send): readonly CostCase[] {
  let number = 0;
  const name = (): string => `made-${number++}`;
  const keyword = { type: 'keyword' };
  const fields = (size: number) => objectOf(size, (at) => [`f${at}`, keyword]);
  return [
    {
      what: 'a mapping',
      work: (size) => send(`PUT /${name()}`, { mappings: { properties: fields(size) } }),
    },
    {
      what: 'a mapping of dotted fields',
      work: (size) =>
        send(`PUT /${name()}`, {
          mappings: { properties: objectOf(size, (at) => [`a.b.f${at}`, keyword]) },
        }),
    },
    {
      what: 'settings',
      work: (size) =>
        send(`PUT /${name()}`, { settings: objectOf(size, (at) => [`index.s${at}`, at]) }),
    },
    {
      what: 'filters of an analyzer',
      work: (size) =>
        send(`PUT /${name()}`, {
          settings: {
            analysis: {
              analyzer: { a: { tokenizer: 'standard', filter: listOf(size, () => 'lowercase') } },
            },
          },
        }),
    },
    {
      what: 'aliases of an index',
      work: (size) =>
        send(`PUT /${name()}`, { aliases: objectOf(size, (at) => [`alias${at}`, {}]) }),
    },
    {
      what: 'changes of aliases',
      work: (size) =>
        send('POST /_aliases', {
          actions: listOf(size, (at) => ({ add: { index: 'cost', alias: `b${at}` } })),
        }),
    },
    ...accessCosts(send),
  ];
}

function accessCosts(send: Send): readonly CostCase[] {
  return [
    {
      what: 'patterns of a template',
      work: (size) =>
        send('PUT /_index_template/t', {
          index_patterns: listOf(size, (at) => `${'*a'.repeat(3)}${at}`),
        }),
    },
    { what: 'a pattern of names', work: (size) => send(`GET /${'*a'.repeat(size)}*/_mapping`) },
    {
      what: 'privileges of a role',
      work: (size) =>
        send('PUT /_security/role/r', {
          indices: listOf(size, (at) => ({ names: [`a${at}*`], privileges: ['read'] })),
        }),
    },
    {
      what: 'roles of a user',
      work: (size) =>
        send('PUT /_security/user/u', {
          password: 'password',
          roles: listOf(size, (at) => `r${at}`),
        }),
    },
    {
      what: 'privileges to check',
      work: (size) =>
        send('POST /_security/user/_has_privileges', {
          index: [{ names: listOf(size, (at) => `a${at}`), privileges: ['read'] }],
        }),
    },
    {
      what: 'figures of an API key',
      work: (size) =>
        send('POST /_security/api_key', {
          name: 'k',
          metadata: objectOf(size, (at) => [`m${at}`, at]),
        }),
    },
    {
      what: 'phases of a policy',
      work: (size) =>
        send('PUT /_ilm/policy/p', { policy: { phases: objectOf(size, (at) => [`p${at}`, {}]) } }),
    },
  ];
}
