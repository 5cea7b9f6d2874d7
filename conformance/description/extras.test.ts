import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeJson } from '../base/body.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { eventRequest } from '../client/intake-calls.ts';
import { extrasIn } from './extras.ts';
import { habitsIn } from './habits.ts';

function wire(call: string, body?: unknown): WireRequest {
  const [method = '', path = ''] = call.split(' ');
  const headers = { 'content-type': 'application/json' };
  return { method, path, headers, ...(body === undefined ? {} : { body: writeJson(body) }) };
}

const mapped = (field: object) => ({ mappings: { properties: { f: field } } });

const rolledOver = (rollover: object) => ({
  policy: { phases: { hot: { actions: { rollover } } } },
});

const fromMany = [
  'command:FROM',
  'operator:*',
  'operator:>',
  'syntax:METADATA',
  'syntax:indices',
  'syntax:pattern',
];

/** A call, its body, and the extras in it. */
const requests: readonly (readonly [string, unknown, ...string[]])[] = [
  ['GET /a/_search', { query: { range: { n: { gte: 1 } } }, sort: [{ n: 'asc' }], size: 3 }],
  ['GET /a/_search', { query: { terms: { _routing: ['a'] } } }],
  ['GET /a/_search', { size: 0, from: 2n ** 60n }, 'size:zero'],
  ['POST /a/_pit?keep_alive=60000ms', undefined, 'unit:ms'],
  ['POST /_search/scroll', { scroll: '500ms', scroll_id: 'x' }, 'unit:ms'],
  ['PUT /a/_doc/x%3Cy', { f: '10ms', 'g-1': { '@h': [{ 'i.j': 1 }] } }, 'name:id'],
  ['PUT /a/_doc/x', { f: [{ 'caf\u00E9': 1 }] }, 'name:field'],
  ['PUT /a', { mappings: { properties: { 'a b': { type: 'keyword' } } } }, 'name:field'],
  ['POST /_query', { query: 'FROM a, b* METADATA _id, _index | WHERE n > 2 * 3' }, ...fromMany],
  ['GET /a/_search', { query: { term: { f: 'a' } } }, 'query:term-value'],
  ['GET /a/_search', { query: { term: { f: { value: 'a' } } } }, 'query:term-object'],
  ['GET /a/_search', { query: { match: { f: { query: 'a', operator: 'and' } } } }],
  ['GET /a/_search', { query: { match: { f: 'a' } } }, 'query:match-value'],
  ['GET /a/_search', { query: { match: { f: { query: 'a b', operator: 'or' } } } }],
  ['GET /a/_search', { query: { match: { f: { query: 'a b' } } } }, 'default:any-word'],
  [
    'POST /_sql',
    { query: 'SELECT 1', filter: { match: { f: 'a b' } } },
    'default:any-word',
    'query:match-value',
  ],
  ['GET /a/_search', { query: { bool: { must: [] } } }, 'query:bool'],
  ['GET /a/_search', { query: { range: { n: { gt: 1 } } } }, 'query:gt'],
  ['GET /a/_search', { query: { nested: { path: 'f', query: {} } } }, 'query:nested'],
  ['GET /a/_search', { sort: ['_doc'] }, 'sort-string'],
  ['GET /a/_search', { sort: [{ n: { order: 'asc', missing: '_first' } }] }, 'sort:missing'],
  ['GET /a/_search', { track_total_hits: 5 }, 'member:track_total_hits-number'],
  ['GET /a/_search', { aggs: { m: { max: { field: 'n' } } } }],
  ['PUT /a', mapped({ type: 'keyword', copy_to: 'g' })],
  ['PUT /a', mapped({ type: 'nested' })],
  ['PUT /a-2016.10.10-000001', {}, 'name:dot'],
  ['PUT /a?timeout=1.5s', {}, 'parameter:timeout'],
  ['PUT /a', mapped({ type: 'long' }), 'type:long'],
  ['PUT /a', mapped({ type: 'text', analyzer: 'whitespace' }), 'analyzer:whitespace'],
  ['PUT /a', mapped({ type: 'text', fields: {} }), 'field:fields'],
  ['PUT /a', mapped({ properties: { g: { type: 'ip' } } }), 'type:ip'],
  ['PUT /a', { settings: { 'index.lifecycle.name': 'p', number_of_shards: 2 } }],
  ['PUT /a', { settings: { index: { refresh_interval: -1 } } }, 'setting:refresh_interval'],
  ['PUT /a/_doc/1', { type: 'long', query: 'FROM a' }],
  ['PUT /a/_doc/1?op_type=create', {}, 'parameter:op_type'],
  ['GET /a/_mapping', undefined, 'call:getMapping'],
  ['PUT /_ilm/policy/p', rolledOver({ max_age: '0d' }), 'condition:zero'],
  ['PUT /_ilm/policy/p', rolledOver({ min_docs: 0, max_docs: 1 }), 'condition:zero'],
  ['PUT /_ilm/policy/p', rolledOver({ max_age: '10d', min_size: '0.5gb' })],
  ['PUT /_ilm/policy/p', { policy: { phases: { delete: { min_age: '0d' } } } }],
  ['POST /_security/user/u', {}],
  ['POST /_security/role/r', { cluster: ['manage_own_api_key'], applications: [] }, 'role:part'],
  ['PUT /_ilm/policy/p', { policy: { phases: { warm: { actions: {} } } } }, 'phase:warm'],
  [
    'POST /_query',
    { query: 'from a | WHERE b == "| KEEP MAX(" /* SORT */ | STATS `c|e(` = COUNT(*), s = Sum(d)' },
    'command:FROM',
    'function:SUM',
    'operator:==',
    'syntax:back-quotes',
    'syntax:name',
  ],
  [
    'POST /_query',
    { query: 'ROW a = [1] | WHERE a IN (1) AND "IN (`[" == b AND b is not null' },
    'command:ROW',
    'operator:==',
    'operator:AND',
    'operator:IN',
    'operator:IS',
    'operator:NOT',
    'syntax:list',
  ],
  [
    'POST /_query',
    { query: 'ROW d = DATE_PARSE("y", "{", {"time_zone": "Z"})' },
    'command:ROW',
    'function:DATE_PARSE',
    'syntax:options',
  ],
  [
    'POST /_query',
    {
      query:
        'ROW a = -1, b = "x < y" | EVAL c = a - 1, d = a*1 | KEEP * | STATS COUNT(*) by c | SORT c DESC | WHERE c != 1',
    },
    'command:EVAL',
    'command:KEEP',
    'command:ROW',
    'command:SORT',
    'operator:!=',
    'operator:-',
    'syntax:BY',
    'syntax:DESC',
  ],
  ['POST /_query', { query: 'ROW a = ??f(1)', params: [{ f: 'abs' }] }, 'command:ROW'],
];

for (const [call, body, ...expected] of requests) {
  test(`${call} ${writeJson(body)} uses ${expected.join(', ') || 'no extras'}`, () => {
    assert.deepEqual([...extrasIn(wire(call, body))].toSorted(), expected.toSorted());
  });
}

test('of the requests of an intake, those for a configuration and the form of events are looked at', () => {
  const to = { base_url: 'http://intake' };
  const fetched = extrasIn({ ...wire('GET /config/v1/agents'), ...to });
  assert.deepEqual([...fetched], ['configuration:GET']);
  assert.deepEqual([...extrasIn({ ...wire('GET /a/_mapping'), ...to })], []);
  const named = { intake: { events: '/own' } };
  const sent = { ...eventRequest(named, 'error', ''), ...to };
  const own = eventRequest({ intake: { event: [1] } }, 'error', '');
  assert.deepEqual([...extrasIn(sent), ...extrasIn({ ...own, ...to })], ['events:lines']);
});

function exchange(call: string, body?: unknown, hook?: string): Exchange {
  const response = { status: 200, headers: {}, body: Buffer.alloc(0), duration_ms: 1 };
  const request = wire(call, body);
  return {
    request,
    response,
    operation: undefined,
    problems: [],
    ...(hook === undefined ? {} : { hook }),
  };
}

const written = exchange('PUT /a/_doc/1', { word: 'red', day: '2024-01-02', o: { n: [1, 2] } });
const creation = (settings: object) =>
  exchange('PUT /a', { settings: { ...settings, 'index.lifecycle.rollover_alias': 'x' } });
const policy = exchange('PUT /_ilm/policy/p', {
  policy: { phases: { hot: { actions: { rollover: { max_primary_shard_docs: 3 } } } } },
});
const counting = (docs: object) =>
  exchange('PUT /_ilm/policy/q', { policy: { phases: { hot: { actions: { rollover: docs } } } } });
const policyRun = exchange('POST /run', undefined, 'run_policies');

/** What a scenario does, its exchanges, and the habits that it relies on. */
const scenarios: readonly (readonly [string, readonly Exchange[], ...string[]])[] = [
  ['searches without a field', [written, exchange('GET /a/_search', { size: 3 })]],
  [
    'sorts by a field without a mapping',
    [written, exchange('GET /a/_search', { sort: [{ day: 'asc' }] })],
    'dynamic:date',
  ],
  [
    'names a field in an object without a mapping',
    [written, exchange('GET /a/_search', { query: { term: { 'o.n': 1 } } })],
    'dynamic:number',
  ],
  [
    'searches a field with a mapping',
    [
      exchange('PUT /a', { mappings: { properties: { word: { type: 'keyword' } } } }),
      written,
      exchange('GET /a/_search', { query: { term: { word: 'red' } } }),
    ],
  ],
  [
    'reads all columns',
    [written, exchange('POST /_query', { query: 'FROM a | LIMIT 1' })],
    'dynamic:date',
    'dynamic:number',
    'dynamic:string',
  ],
  [
    'asks for one shard',
    [exchange('PUT /a', { settings: { number_of_shards: 1 } })],
    'default:one-shard',
  ],
  ['manages an index of one shard', [creation({ number_of_shards: 1 }), policyRun]],
  [
    'runs a policy that looks at shards',
    [policy, creation({ number_of_shards: 1 }), policyRun],
    'default:one-shard',
  ],
  [
    'runs such a policy without a number of shards',
    [policy, creation({}), policyRun],
    'default:shards',
  ],
  [
    'writes a whole number that is no double',
    [exchange('PUT /a', mapped({ type: 'long' })), exchange('PUT /a/_doc/1', 2 ** 53)],
    'default:exact-integers',
  ],
  [
    'queries such a number',
    [exchange('POST /_query', { query: 'ROW a = -9007199254740993' })],
    'default:exact-integers',
  ],
  [
    'queries numbers and names that doubles distinguish',
    [
      exchange('POST /_query', {
        query: 'ROW a = 9007199254740991, b = 0.12345678901234567, c = "a-12345678901234567890"',
      }),
    ],
  ],
  ['only creates such a policy', [policy, creation({})]],
  [
    'runs a policy on too few documents',
    [counting({ max_docs: 2 }), creation({ number_of_replicas: 0 }), written, policyRun],
    'default:no-replicas',
  ],
  [
    'runs a policy that too few documents keep from a rollover',
    [counting({ max_age: '0d', min_docs: 1 }), creation({ number_of_replicas: 0 }), policyRun],
    'default:no-replicas',
  ],
  [
    'runs such a policy on documents that need a refresh',
    [
      counting({ max_docs: 1 }),
      creation({ number_of_replicas: 0, refresh_interval: '-1' }),
      written,
      policyRun,
    ],
    'default:no-replicas',
  ],
  [
    'runs such a policy on enough documents',
    [counting({ max_docs: 1 }), creation({ number_of_replicas: 0 }), written, policyRun, written],
  ],
  [
    'runs it on too few documents of an index with a replica',
    [counting({ max_docs: 2 }), creation({ number_of_replicas: 1 }), written, policyRun],
  ],
  ['names several shards', [policy, creation({ number_of_shards: 2 }), policyRun]],
];

for (const [what, exchanges, ...expected] of scenarios) {
  test(`a scenario that ${what} relies on ${expected.join(', ') || 'no habit'}`, () => {
    assert.deepEqual([...habitsIn(exchanges)].toSorted(), expected);
  });
}
