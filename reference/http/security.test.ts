import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startReference } from '../start.ts';
import { handClock } from '../testing/hand-clock.ts';
import type { LineRequest } from '../testing/client.ts';
import { lineSender, basic, errorOf } from '../testing/client.ts';
import type { RunningServer } from './server.ts';

/** The privilege of an agent to send events. */
const apm = { application: 'apm', privileges: ['event:write'], resources: ['*'] };

/** Roles with few privileges. */
const roles = {
  reader: { indices: [{ names: ['logs-*'], privileges: ['read', 'view_index_metadata'] }] },
  other: { indices: [{ names: ['logs-*'], privileges: ['read'] }], cluster: ['monitor'] },
  writer: { indices: [{ names: ['logs-*'], privileges: ['create_doc', 'create_index'] }] },
  keeper: { indices: [{ names: ['stream'], privileges: ['manage', 'read'] }] },
  maker: { cluster: ['manage_own_api_key'], applications: [apm] },
};

/** A request and the expected status. */
type Row = readonly [as: string, line: string, status: number, body?: unknown];

/** Requests of accounts that have one of the roles above, named like the role. */
const rows: readonly Row[] = [
  ['reader', 'GET /logs-a/_search', 200],
  ['reader', 'GET /logs-a,secrets/_search', 403],
  ['reader', 'GET /missing/_search', 403],
  ['reader', 'GET /logs-alias/_search', 200],
  ['reader', 'GET /logs-a/_doc/1', 200],
  ['reader', 'GET /secrets/_doc/1', 403],
  ['reader', 'POST /secrets/_pit?keep_alive=1m', 403],
  ['reader', 'POST /_query', 403, { query: 'FROM secrets' }],
  ['reader', 'POST /_query', 200, { query: 'FROM logs-a' }],
  ['reader', 'POST /_sql', 403, { query: 'SELECT n FROM secrets' }],
  ['reader', 'POST /_sql', 200, { query: 'SELECT n FROM "logs-a"' }],
  ['reader', 'PUT /logs-a/_doc/2', 403, { n: 2 }],
  ['reader', 'DELETE /logs-a', 403],
  ['reader', 'PUT /logs-a/_mapping', 403, {}],
  ['reader', 'GET /', 403],
  ['reader', 'PUT /_cluster/settings', 403, {}],
  ['reader', 'GET /_security/role', 403],
  ['reader', 'POST /_security/api_key', 403, { name: 'k' }],
  ['reader', 'POST /_test/reset', 403],
  ['reader', 'DELETE /_search/scroll/_all', 403],
  ['maker', 'GET /_search', 403],
  ['maker', 'POST /_security/role/x', 403, {}],
  ['maker', 'PUT /_security/user/x', 403, { password: 'password' }],
  ['maker', 'GET /_security/api_key', 403],
  ['maker', 'GET /_security/api_key?owner=true', 200],
  ['maker', 'DELETE /_security/api_key', 403, { username: 'elastic' }],
  ['writer', 'GET /logs-a/_search', 403],
  ['writer', 'PUT /logs-a/_create/7', 201, { n: 7 }],
  ['writer', 'PUT /logs-a/_doc/1', 403, { n: 7 }],
  ['writer', 'POST /logs-new/_doc', 201, { n: 7 }],
  ['writer', 'POST /new/_doc', 403, { n: 7 }],
  ['writer', 'PUT /logs-c', 403, { aliases: { 'logs-d': {} } }],
  ['writer', 'PUT /logs-c', 200, {}],
  ['writer', 'DELETE /logs-a/_doc/1', 403],
  ['writer', 'POST /_aliases', 403, { actions: [{ add: { index: 'secrets', alias: 'logs-e' } }] }],
  ['other', 'GET /', 200],
  ['keeper', 'POST /stream/_rollover', 200],
  ['keeper', 'GET /stream/_ilm/explain', 200],
  ['keeper', 'DELETE /_data_stream/other-stream', 403],
  ['keeper', 'PUT /stream-2/_ccr/follow', 403, { leader_index: 'stream' }],
  ['keeper', 'PUT /_ilm/policy/p', 403, { policy: { phases: {} } }],
  ['keeper', 'GET /_index_template', 403],
  ['keeper', 'GET /other-stream/_search', 403],
];

const elastic = basic('elastic', 'changeme');

describe('a server with security', () => {
  let server: RunningServer | undefined;
  const reports: string[] = [];
  const environment = handClock();
  const send = lineSender(() => server?.url ?? '');
  const json = async (line: string, request: LineRequest = {}) =>
    JSON.parse((await send(line, request)).text);
  before(async () => {
    server = await startReference({
      superuser: { username: 'elastic', password: 'changeme' },
      testControl: true,
      environment,
      log: (report) => reports.push(report),
    });
    for (const [name, body] of Object.entries(roles)) {
      await send(`POST /_security/role/${name}`, { as: elastic, body });
      const user = { password: 'password', roles: [name] };
      await send(`PUT /_security/user/${name}`, { as: elastic, body: user });
    }
    for (const index of ['logs-a', 'logs-b', 'secrets']) {
      await send(`PUT /${index}/_doc/1?refresh`, { as: elastic, body: { n: 1 } });
    }
    const template = { index_patterns: ['*stream'], data_stream: {} };
    await send('PUT /_index_template/t', { as: elastic, body: template });
    for (const stream of ['stream', 'other-stream']) {
      await send(`PUT /_data_stream/${stream}`, { as: elastic });
    }
    await send('PUT /secrets/_alias/logs-alias', { as: elastic });
  });
  after(() => server?.stop());

  const anonymous = ['GET /', 'GET /logs-a/_search', 'GET /_nothing/at/all', 'POST /_test/reset'];
  for (const line of anonymous) {
    it(`refuses without credentials: ${line}`, async () => {
      const response = await send(line);
      assert.equal(response.status, 401);
      assert.equal(errorOf(response).type, 'security_exception');
      assert.match(String(response.headers['www-authenticate']), /Basic .*Bearer .*ApiKey/);
    });
  }

  it('refuses all invalid credentials with the same answer', async () => {
    const createKey = async (body: object) =>
      json('POST /_security/api_key', { as: basic('maker'), body });
    const expired = await createKey({ name: 'expired', expiration: '1s' });
    const removed = await createKey({ name: 'gone' });
    const good = await createKey({ name: 'good' });
    await send('DELETE /_security/api_key', {
      as: basic('maker'),
      body: { ids: [removed.id], owner: true },
    });
    environment.advance(1000);
    assert.equal(
      (await send('GET /_security/_authenticate', { as: `apikey ${good.encoded}` })).status,
      200,
    );
    const wrong = [
      `ApiKey ${expired.encoded}`,
      `ApiKey ${removed.encoded}`,
      `ApiKey ${good.id}:${good.api_key}`,
      `ApiKey ${good.encoded} x`,
      `ApiKey ${good.encoded.slice(1)}`,
      'ApiKey',
      `Basic ${good.encoded}`,
      `Bearer ${good.encoded}`,
      good.encoded,
      basic('maker', 'wrong!'),
      basic('nobody'),
    ];
    const answers = await Promise.all(
      wrong.map((as) => send('GET /_security/_authenticate', { as })),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.ok(answers.every(({ headers }) => headers['www-authenticate'] !== undefined));
  });

  const doc =
    '{"index":{"_index":"logs-a"}}\n{"n":2}\n{"delete":{"_index":"logs-a","_id":"1"}}\n{"create":{"_index":"secrets"}}\n{"n":1}';
  for (const [as, line, status, body] of rows) {
    it(`answers ${status} to ${as}: ${line} ${body === undefined ? '' : JSON.stringify(body)}`, async () => {
      const response = await send(line, { as: basic(as), ...(body === undefined ? {} : { body }) });
      assert.equal(response.status, status, response.text);
      if (status === 403)
        assert.match(errorOf(response).reason, /^action \[.*\] is unauthorized for user/);
    });
  }

  it('resolves patterns only to indices that the caller may see, by a name or an alias', async () => {
    const as = basic('reader');
    for (const target of ['', '/_all', '/*', '/logs-*,sec*']) {
      const { hits } = await json(`GET ${target}/_search?size=100`, { as });
      const indices = new Set(hits.hits.map((hit: { _index: string }) => hit._index));
      assert.deepEqual(indices, new Set(['logs-a', 'logs-b', 'secrets']), target);
    }
    const tables = await json('POST /_sql', { as, body: { query: 'SHOW TABLES' } });
    assert.ok(!JSON.stringify(tables).includes('secrets'));
  });

  it('shows only the data streams and backing indices that the caller may see', async () => {
    const as = basic('keeper');
    const { data_streams } = await json('GET /_data_stream', { as });
    const seen = data_streams.map(({ name, indices }: { name: string; indices: unknown[] }) => [
      name,
      indices.length,
    ]);
    assert.deepEqual(seen, [['stream', 2]]);
    assert.equal((await send('DELETE /_data_stream/*', { as })).status, 200);
    const left = await json('GET /_data_stream', { as: elastic });
    assert.deepEqual(
      left.data_streams.map(({ name }: { name: string }) => name),
      ['other-stream'],
    );
  });

  it('refuses the items of a bulk request one by one', async () => {
    const { items } = await json('POST /_bulk', { as: basic('writer'), body: doc });
    const statuses = items.map((item: object) => Object.values(item)[0].status);
    assert.deepEqual(statuses, [201, 403, 403]);
  });

  it('lets only their owner use contexts, queries and cursors', async () => {
    const as = basic('reader');
    const scroll = await json('GET /logs-a/_search?scroll=1m', { as });
    const pit = await json('POST /logs-a/_pit?keep_alive=1m', { as });
    const query = await json('POST /_query/async', { as, body: { query: 'FROM logs-a' } });
    const rows = { query: 'SELECT n FROM "logs-*"', fetch_size: 1 };
    const { cursor } = await json('POST /_sql', { as, body: rows });
    const uses: readonly (readonly [line: string, body?: unknown])[] = [
      [`GET /_query/async/${query.id}`],
      ['POST /_search', { pit: { id: pit.id } }],
      ['POST /_search/scroll', { scroll_id: scroll._scroll_id, scroll: '1m' }],
      ['POST /_sql', { cursor }],
      [`DELETE /_query/async/${query.id}`],
      ['DELETE /_pit', { id: pit.id }],
      ['DELETE /_search/scroll', { scroll_id: scroll._scroll_id }],
    ];
    for (const [line, body] of uses) {
      const sent = body === undefined ? {} : { body };
      for (const stranger of [basic('other'), elastic]) {
        const response = await send(line, { as: stranger, ...sent });
        assert.equal(response.status, 404, `${line} ${response.text}`);
      }
      const response = await send(line, { as, ...sent });
      assert.equal(response.status, 200, `${line} ${response.text}`);
    }
  });

  it('shows a secret only once', async () => {
    const body = { name: 'hidden', role_descriptors: { a: { applications: [apm] } } };
    const as = basic('maker');
    const created = await json('POST /_security/api_key', { as, body });
    assert.deepEqual(Object.keys(created), ['id', 'name', 'api_key', 'encoded']);
    const key = `ApiKey ${created.encoded}`;
    const lines = [
      'GET /_security/_authenticate',
      'GET /_security/api_key?owner=true',
      `GET /_security/api_key?id=${created.id}`,
      'GET /_security/user',
      'GET /_security/user/maker',
      'GET /logs-a/_search',
      'GET /_test/state',
    ];
    const answers = await Promise.all(
      lines.flatMap((line) => [key, as, elastic].map((by) => send(line, { as: by }))),
    );
    assert.ok(answers.some(({ text }) => text.includes(created.id)));
    for (const secret of [created.api_key, created.encoded, 'changeme', 'password']) {
      assert.ok(answers.every(({ text }) => !text.includes(secret)));
      assert.ok(reports.every((report) => !report.includes(secret)));
    }
  });

  it('lets a key create only keys without privileges', async () => {
    const as = basic('maker');
    const body = { name: 'parent', role_descriptors: { a: { cluster: ['manage_own_api_key'] } } };
    const parent = await json('POST /_security/api_key', { as, body });
    const key = `ApiKey ${parent.encoded}`;
    const derive = (sent: object) =>
      send('POST /_security/api_key', { as: key, body: { name: 'd', ...sent } });
    assert.equal((await derive({})).status, 400);
    assert.equal((await derive({ role_descriptors: { a: { applications: [apm] } } })).status, 400);
    const derived = JSON.parse((await derive({ role_descriptors: { a: {} } })).text);
    const rights = await json('POST /_security/user/_has_privileges', {
      as: `ApiKey ${derived.encoded}`,
      body: { cluster: ['manage_own_api_key'], application: [apm] },
    });
    assert.equal(rights.has_all_requested, false);
    const own = await json('GET /_security/api_key?owner=true', { as: key });
    assert.deepEqual(
      own.api_keys.map(({ id }: { id: string }) => id),
      [parent.id],
    );
  });
});
