import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FirstUser } from './security/accounts/users.ts';
import { startReference } from './start.ts';
import type { RawResponse } from './testing/client.ts';
import { exchange } from './testing/client.ts';
import { handClock } from './testing/hand-clock.ts';
import { temporaryFolder } from '../spec/testing/temporary-folder.ts';

const root = temporaryFolder();

const superuser: FirstUser = { username: 'elastic', password: 'a password' };

/** Starts a server with a manual clock and a data folder; `restart` starts it again with the same folder. */
async function startTwice(name: string) {
  const environment = handClock();
  const start = () => startReference({ environment, data: join(root, name), superuser });
  let server = await start();
  const send = (line: string, body?: unknown, credential?: string): Promise<RawResponse> => {
    const [method = '', path = ''] = line.split(' ');
    const authorization =
      credential ?? `Basic ${Buffer.from('elastic:a password').toString('base64')}`;
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': type }) };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = { method, path, headers };
    return exchange(server.url, text === undefined ? sent : { ...sent, body: text });
  };
  const accepted = async (line: string, body?: unknown): Promise<RawResponse> => {
    const response = await send(line, body);
    assert.ok(response.status < 300, `${line}: ${response.status} ${response.text}`);
    return response;
  };
  return {
    environment,
    send,
    accepted,
    async restart() {
      await server.stop();
      server = await start();
    },
    stop: () => server.stop(),
  };
}

/** Requests that create every kind of stored data. */
const creations: readonly (readonly [line: string, body?: unknown])[] = [
  [
    'PUT /_ilm/policy/p',
    {
      policy: { _meta: { by: 'us' }, phases: { hot: { actions: { rollover: { max_docs: 2 } } } } },
    },
  ],
  [
    'PUT /_ilm/policy/p',
    {
      policy: {
        phases: {
          hot: { actions: { rollover: { max_docs: 2, max_age: '7d' } } },
          delete: { min_age: '9d', actions: { delete: {} } },
        },
      },
    },
  ],
  [
    'PUT /_index_template/logs',
    {
      index_patterns: ['logs-*'],
      priority: 7,
      data_stream: {},
      template: {
        settings: { 'index.lifecycle.name': 'p' },
        mappings: { properties: { message: { type: 'text' } } },
      },
    },
  ],
  ['PUT /_index_template/gone', { index_patterns: ['gone-*'] }],
  ['DELETE /_index_template/gone'],
  ['PUT /_cluster/settings', { persistent: { 'search.max_keep_alive': '2d' } }],
  ['PUT /_data_stream/logs-a'],
  ['POST /logs-a/_doc', { '@timestamp': '2020-01-01', message: 'one', code: 5 }],
  ['POST /logs-a/_rollover'],
  ['POST /logs-b/_doc', { '@timestamp': '2020-01-02' }],
  [
    'PUT /10-numbers',
    {
      settings: {
        number_of_shards: 3,
        analysis: { analyzer: { mine: { tokenizer: 'whitespace', filter: ['lowercase'] } } },
      },
      mappings: { dynamic: false, properties: { t: { type: 'text', analyzer: 'mine' } } },
      aliases: { z: { filter: { term: { t: 'x' } }, routing: 'r' }, 2: {}, 1: {} },
    },
  ],
  [
    'PUT /roll-000001',
    {
      settings: { 'index.lifecycle.name': 'p', 'index.lifecycle.rollover_alias': 'roll' },
      aliases: { roll: { is_write_index: true } },
    },
  ],
  ['PUT /roll/_doc/1', { price: 1.5, tags: ['a', 'b'], 7: { deep: 9007199254740993n.toString() } }],
  ['POST /roll/_rollover'],
  ['PUT /roll/_doc/2', { price: 2 }],
  ['PUT /%3Cmath-%7Bnow%2Fd%7D%3E'],
  ['PUT /10-numbers/_doc/a?routing=x', { t: 'A b', later: 5 }],
  ['PUT /10-numbers/_mapping', { properties: { later: { type: 'long' } } }],
  ['PUT /10-numbers/_doc/b', { t: 'c', later: 6 }],
  ['PUT /10-numbers/_doc/b', { t: 'd', later: 7 }],
  ['DELETE /10-numbers/_doc/zz?version=9&version_type=external', undefined],
  [
    'PUT /10-numbers/_settings',
    { 'index.number_of_replicas': 2, 'index.mapping.total_fields.limit': 1 },
  ],
  ['PUT /copy/_ccr/follow', { remote_cluster: 'local', leader_index: 'roll-000002' }],
  ['PUT /removed', {}],
  ['DELETE /removed'],
  [
    'PUT /_security/role/reader',
    {
      cluster: ['monitor'],
      indices: [{ names: ['a*'], privileges: ['read'] }],
      applications: [],
      metadata: { a: 1 },
    },
  ],
  ['PUT /_security/user/ann', { password: 'her secret', roles: ['reader'], full_name: 'Ann' }],
  ['PUT /_security/user/bob', { password: 'his secret', roles: [] }],
  ['DELETE /_security/user/bob'],
  ['POST /_refresh'],
];

const views = [
  '/',
  '/*?expand_wildcards=all',
  '/_cluster/settings',
  '/_alias',
  '/_index_template',
  '/_data_stream',
  '/_ilm/policy',
  '/*/_ilm/explain?expand_wildcards=all',
  '/_security/role',
  '/_security/user',
  '/_security/api_key',
  '/_all/_search?version=true&seq_no_primary_term=true&sort=_index,_doc&filter_path=hits.total,hits.hits._*',
  '/10-numbers/_search?q=&size=0',
  '/10-numbers/_doc/b',
];

describe('a server with a data folder', () => {
  it('gives the same answers after a restart as before', async () => {
    const server = await startTwice('views');
    for (const [line, body] of creations) {
      if (line.includes('version=9')) await server.send(line, body);
      else await server.accepted(line, body);
    }
    const key = JSON.parse((await server.accepted('POST /_security/api_key', { name: 'k' })).text);
    const before = await Promise.all(views.map(async (view) => server.send(`GET ${view}`)));
    await server.restart();
    for (const [at, view] of views.entries()) {
      assert.equal((await server.send(`GET ${view}`)).text, before[at]?.text, view);
    }
    const asAnn = `Basic ${Buffer.from('ann:her secret').toString('base64')}`;
    assert.equal((await server.send('GET /', undefined, asAnn)).status, 200);
    assert.equal((await server.send('GET /', undefined, `ApiKey ${key.encoded}`)).status, 200);
    await server.stop();
  });

  it('restores sequence numbers, versions, followers, policies and keys', async () => {
    const server = await startTwice('goes-on');
    for (const [line, body] of creations) await server.send(line, body);
    const keyRequest = { name: 'short', expiration: '1h' };
    const key = JSON.parse((await server.accepted('POST /_security/api_key', keyRequest)).text);
    await server.accepted('PUT /gaps/_doc/a', {});
    await server.accepted('DELETE /gaps/_doc/a');
    await server.restart();

    const again = JSON.parse((await server.accepted('PUT /gaps/_doc/a', {})).text);
    assert.deepEqual([again._seq_no, again._version], [2, 3]);
    const late = await server.accepted('GET /10-numbers/_search?size=0');
    assert.equal(JSON.parse(late.text).hits.total.value, 2);
    const range = { query: { range: { later: { gte: 0 } } } };
    const found = JSON.parse((await server.accepted('POST /10-numbers/_search', range)).text);
    assert.deepEqual(
      found.hits.hits.map(({ _id }: { readonly _id: string }) => _id),
      ['b'],
      'a document written before its field was mapped is not found by that field',
    );
    await server.accepted('PUT /roll/_doc/9', { price: 3 });
    assert.equal((await server.send('GET /copy/_doc/9')).status, 200);
    const written = JSON.parse((await server.accepted('POST /roll/_doc', {})).text);
    assert.equal(written._index, 'roll-000002');
    server.environment.advance(3_600_000);
    assert.equal((await server.send('GET /', undefined, `ApiKey ${key.encoded}`)).status, 401);
    await server.stop();
  });

  it('does not restore contexts and transient settings', async () => {
    const server = await startTwice('forgets');
    await server.accepted('PUT /i/_doc/1?refresh=true', {});
    await server.accepted('PUT /_cluster/settings', {
      transient: { 'search.max_keep_alive': '7h' },
    });
    const scroll = await server.accepted('POST /i/_search?scroll=5m', {});
    const { _scroll_id } = JSON.parse(scroll.text);
    await server.restart();
    assert.equal(
      (await server.send('POST /_search/scroll', { scroll_id: _scroll_id })).status,
      404,
    );
    const settings = await server.accepted('GET /_cluster/settings');
    assert.deepEqual(JSON.parse(settings.text), { persistent: {}, transient: {} });
    await server.stop();
  });
});
