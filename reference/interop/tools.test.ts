import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonCalls } from '../testing/json-calls.ts';

const { call, find, index, idsOf, query, refused } = jsonCalls();

test('a change without a body takes the empty object that clients send', async () => {
  await call('PUT', '/pages', {});
  const template = { index_patterns: ['stream*'], data_stream: {} };
  await call('PUT', '/_index_template/streams', template);
  const changes = [
    'POST /pages/_pit?keep_alive=1m',
    'POST /pages/_refresh',
    'POST /_refresh',
    'PUT /_data_stream/stream1',
    'DELETE /_data_stream/stream1',
    'DELETE /pages/_doc/1',
    'DELETE /_search/scroll/_all',
    'DELETE /pages',
  ];
  for (const change of changes) {
    const [method = '', path = ''] = change.split(' ');
    const { status, body } = await call(method, path, ' { } ');
    const expected = change.includes('_doc') ? 404 : 200;
    assert.equal(status, expected, `${change}: ${JSON.stringify(body)}`);
  }
});

/** The members that the official Java client requires, by call. */
const required: readonly (readonly [path: string, place: readonly string[], names: string])[] = [
  [
    '/_nodes/stats/indices/search',
    ['nodes', '*', 'indices', 'search'],
    'fetch_current fetch_time_in_millis fetch_total query_current query_time_in_millis query_total scroll_current scroll_time_in_millis scroll_total suggest_current suggest_time_in_millis suggest_total',
  ],
  [
    '/_cluster/health',
    [],
    'active_primary_shards active_shards active_shards_percent_as_number cluster_name delayed_unassigned_shards initializing_shards number_of_data_nodes number_of_in_flight_fetch number_of_nodes number_of_pending_tasks relocating_shards status task_max_waiting_in_queue_millis timed_out unassigned_primary_shards unassigned_shards',
  ],
  [
    '/_data_stream/logs',
    ['data_streams', '0'],
    'name timestamp_field indices generation hidden next_generation_managed_by prefer_ilm replicated rollover_on_write settings mappings status template',
  ],
  ['/_data_stream/logs', ['data_streams', '0', 'indices', '0'], 'index_name index_uuid managed_by'],
  ['/managed/_ilm/explain', ['indices', 'managed'], 'index managed policy skip'],
];

test('answers have the members that the official clients require', async () => {
  await call('PUT', '/_index_template/logs', { index_patterns: ['logs'], data_stream: {} });
  await call('PUT', '/_data_stream/logs');
  await call('PUT', '/managed', { settings: { 'index.lifecycle.name': 'none' } });
  for (const [path, place, names] of required) {
    const { body } = await call('GET', path);
    let part: unknown = body;
    for (const name of place) {
      const members = part as Readonly<Record<string, unknown>>;
      part = name === '*' ? Object.values(members)[0] : members[name];
    }
    const missing = names.split(' ').filter((name) => !Object.hasOwn(part as object, name));
    assert.deepEqual(missing, [], path);
  }
});

test('a copy of the settings of an index keeps its analyzers', async () => {
  const analysis = {
    analyzer: { folded: { type: 'custom', tokenizer: 'parts', filter: ['lowercase', 'few'] } },
    tokenizer: { parts: { type: 'pattern', pattern: '_' } },
    filter: { few: { type: 'stop', stopwords: ['the'] } },
    normalizer: { low: { filter: 'lowercase' } },
  };
  await call('PUT', '/analysed', { settings: { analysis } });
  for (const path of ['/analysed/_settings', '/analysed', '/_settings']) {
    const { body } = await call('GET', path);
    const { settings } = (body as unknown as Shown)['analysed'] ?? {};
    assert.deepEqual(settings?.index?.analysis, analysis, path);
  }
  const { body } = await call('GET', '/analysed/_settings?flat_settings=true');
  const flat = (body as unknown as Shown)['analysed']?.settings;
  assert.deepEqual(flat?.['index.analysis.analyzer.folded.filter'], ['lowercase', 'few']);
  assert.equal(flat?.['index.analysis.tokenizer.parts.pattern'], '_');
});

/** Settings, nested or flat. */
type Shown = Readonly<
  Record<
    string,
    | {
        readonly settings?: Readonly<Record<string, unknown>> & {
          readonly index?: { readonly analysis?: unknown };
        };
      }
    | undefined
  >
>;

test('action lines are read as log shippers write them', async () => {
  const lines = [
    '{"index":{"_index":"shipped","pipeline":null,"dynamic_templates":null,"_id":"1"}}',
    '{"n":1}',
    '{"create":{"_index":"shipped","_id":"2"},"attempts":1,"time":{"at":1}}',
    '{"n":2}',
    '{"index":{"_index":"shipped","op_type":"create","_id":"1"}}',
    '{"n":3}',
  ];
  const { body } = await call('POST', '/_bulk?refresh=true', lines.join('\n'));
  const { items } = body as unknown as {
    readonly items: readonly Readonly<Record<string, { readonly status: number }>>[];
  };
  const results = items.map((item) =>
    Object.entries(item).map(([kind, { status }]) => [kind, status]),
  );
  assert.deepEqual(results.flat(), [
    ['index', 201],
    ['create', 201],
    ['create', 409],
  ]);
  for (const [line, reason] of [
    ['{"index":{"_index":"x","pipeline":"p"}}', /\[pipeline\] is outside the interface/],
    ['{"index":{"_index":"x"},"_id":"1"}', /found \[_id\] beside \[index\]/],
    ['{"index":{"_index":"x"},"update":{}}', /found \[update\] beside \[index\]/],
    ['{"index":{"_index":"x","op_type":"delete"}}', /\[op_type\] must be one of/],
  ] as const) {
    const refusal = await call('POST', '/_bulk', `${line}\n{}`);
    assert.equal(refusal.status, 400, line);
    assert.match(JSON.stringify(refusal.body), reason);
  }
});

test('an item without an id has a generated one, also if it fails, and compares nothing', async () => {
  const lines = [
    '{"index":{"_index":"counted"}}',
    '{"n":1}',
    '{"index":{"_index":"counted"}}',
    '{"n":"x"}',
    '{"index":{"_index":"counted","if_seq_no":1,"if_primary_term":1}}',
    '{"n":2}',
  ];
  const { body } = await call('POST', '/_bulk', lines.join('\n'));
  const { items } = body as unknown as {
    readonly items: readonly {
      readonly index: { readonly status: number; readonly _id: unknown };
    }[];
  };
  assert.deepEqual(
    items.map(({ index: { status, _id } }) => [status, typeof _id]),
    [
      [201, 'string'],
      [400, 'string'],
      [201, 'string'],
    ],
  );
  const versioned = '{"index":{"_index":"counted","version":1,"version_type":"external"}}\n{}';
  const refusal = await call('POST', '/_bulk', versioned);
  assert.equal(refusal.status, 400);
  assert.match(JSON.stringify(refusal.body), /an id must be provided if version/);
  await refused(
    '/counted/_doc?if_seq_no=1&if_primary_term=1',
    {},
    /do not support compare and set/,
  );
});

test('a failed item names the index behind an alias', async () => {
  await call('PUT', '/behind', { aliases: { before: {} }, mappings: { dynamic: 'strict' } });
  const { body } = await call('POST', '/_bulk', '{"index":{"_index":"before","_id":"1"}}\n{"n":1}');
  assert.match(JSON.stringify(body), /"_index":"behind","_id":"1","status":400/);
});

test('the health call waits for nodes and shards', async () => {
  await call('PUT', '/healthy', { settings: { number_of_replicas: 0 } });
  const path = '/_cluster/health/healthy?timeout=1ms&';
  const reached = [
    'wait_for_nodes=1',
    'wait_for_nodes=%3E%3D1',
    'wait_for_nodes=ge(1)',
    'wait_for_nodes=%3C2',
    'wait_for_active_shards=all',
    'wait_for_active_shards=1',
    'wait_for_no_relocating_shards=true&wait_for_no_initializing_shards=true',
    'expand_wildcards=all',
  ];
  const missed = ['wait_for_nodes=2', 'wait_for_nodes=gt(1)', 'wait_for_active_shards=2'];
  const wrong = ['wait_for_nodes=many', 'wait_for_active_shards=some'];
  for (const [queries, expected] of [
    [reached, 200],
    [missed, 408],
    [wrong, 400],
  ] as const) {
    for (const each of queries)
      assert.equal((await call('GET', path + each)).status, expected, each);
  }
});

test('listings take the parameters that choose indices', async () => {
  await call('PUT', '/shown-1', { settings: { number_of_replicas: 0 } });
  await call('PUT', '/shown-2', { settings: { 'index.hidden': true } });
  const list = async (path: string) => {
    const { status, body } = await call('GET', `${path}&format=json&h=index`);
    assert.equal(status, 200, JSON.stringify(body));
    return (body as unknown as readonly { readonly index: string }[])
      .map((row) => row.index)
      .sort();
  };
  for (const name of ['indices', 'shards']) {
    const all = await list(
      `/_cat/${name}/shown-*,nothing?expand_wildcards=open,hidden&ignore_unavailable=true`,
    );
    assert.deepEqual([...new Set(all)], ['shown-1', 'shown-2']);
    assert.deepEqual(await list(`/_cat/${name}/shown-*?expand_wildcards=open`), ['shown-1']);
  }
  assert.deepEqual(await list('/_cat/indices/shown-*?expand_wildcards=all&health=yellow'), [
    'shown-2',
  ]);
});

test('STATS computes over keys alone', async () => {
  await index('years', { year: { type: 'integer' } }, ['{"year":1901}', '{"year":1902}']);
  assert.deepEqual(
    await query('FROM years | STATS s = (a + 1) * 2 BY a = year - 1900 | SORT a | LIMIT 9'),
    [
      [4, 1],
      [6, 2],
    ],
  );
  assert.deepEqual(
    await query('FROM years | STATS s = a + 1, c = COUNT(*) BY a = year - 1900 | SORT a | LIMIT 9'),
    [
      [2, 1, 1],
      [3, 1, 2],
    ],
  );
  const stats = (text: string) => ({ query: `FROM years | STATS ${text}` });
  await refused('/_query', stats('year BY year'), /grouping key \[year\] already specified/);
  await refused('/_query', stats('1 + 1 BY year'), /expected an aggregate function but found/);
  await refused('/_query', stats('x = a + 1 BY b = year'), /Unknown column \[a\]/);
  await refused('/_query', stats('x = b + 1 WHERE b > 1 BY b = year'), /WHERE clause allowed only/);
});

test('patterns are normalised as the values of their field are', async () => {
  const settings = { analysis: { normalizer: { low: { filter: ['lowercase', 'asciifolding'] } } } };
  const properties = { k: { type: 'keyword', normalizer: 'low' } };
  await call('PUT', '/normal', { settings, mappings: { properties } });
  await call('PUT', '/normal/_doc/1?refresh=true', { k: 'Éclair*' });
  assert.deepEqual(await idsOf('normal', { wildcard: { k: 'ÉCL*R?' } }), ['1']);
  assert.deepEqual(await idsOf('normal', { wildcard: { k: { value: 'ÉCLAIR\\*' } } }), ['1']);
  assert.deepEqual(await idsOf('normal', { prefix: { k: 'ÉCL' } }), ['1']);
});

test('a point in time that clients open with an empty object can be searched', async () => {
  await index('held', { n: { type: 'integer' } }, ['{"n":1}']);
  const { body } = await call('POST', '/held/_pit?keep_alive=1m', {});
  const { hits } = await find('/_search', { pit: { id: body.id } });
  assert.equal(hits.hits.length, 1);
});
