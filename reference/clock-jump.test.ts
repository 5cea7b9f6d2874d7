import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { systemEnvironment } from './base/environment.ts';
import { startReference } from './start.ts';
import { handClock } from './testing/hand-clock.ts';
import { basic, lineSender } from './testing/client.ts';
import { temporaryFolder } from '../spec/testing/temporary-folder.ts';

const root = temporaryFolder();

const hour_ms = 3_600_000;
const year_ms = 365 * 24 * hour_ms;
const superuser = { username: 'elastic', password: 'password' };
let folders = 0;
/** Stops the server of a test, also if the test has failed: otherwise the process would not end. */
let stopServer: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stopServer?.();
  stopServer = undefined;
});

/** Starts a server with a data folder, documents, a key for an hour and one of each kind of context for five minutes. */
async function startWithContexts() {
  const clock = handClock();
  const data = join(root, `f${++folders}`);
  const options = { environment: clock, data, superuser, testControl: true };
  let server = await startReference(options);
  stopServer = () => server.stop();
  const sender = lineSender(() => server.url);
  const send = async (line: string, body?: unknown, as = basic('elastic')) => {
    const { status, text } = await sender(line, body === undefined ? { as } : { as, body });
    return { status, body: text === '' ? {} : JSON.parse(text) };
  };
  for (const id of ['a', 'b', 'c']) await send(`PUT /docs/_doc/${id}?refresh=true`, { id });
  const key = await send('POST /_security/api_key', {
    name: 'k',
    expiration: '1h',
    role_descriptors: {},
  });
  const scroll = await send('POST /docs/_search?scroll=5m', { size: 1, sort: ['_doc'] });
  const pit = await send('POST /docs/_pit?keep_alive=5m');
  const query = {
    query: 'FROM docs | STATS c = COUNT(*)',
    keep_alive: '5m',
    keep_on_completion: true,
  };
  const result = await send('POST /_query/async', query);
  const cursor = await send('POST /_sql?format=json', {
    query: 'SELECT id FROM docs',
    fetch_size: 1,
  });
  const calls = {
    scroll: () => send('POST /_search/scroll', { scroll_id: scroll.body._scroll_id }),
    pit: () => send('POST /_search', { pit: { id: pit.body.id } }),
    result: () => send(`GET /_query/async/${encodeURIComponent(result.body.id)}`),
    cursor: () => send('POST /_sql?format=json', { cursor: cursor.body.cursor }),
  };
  const authenticate = async () =>
    (await send('GET /', undefined, `ApiKey ${key.body.encoded}`)).status;
  return {
    clock,
    send,
    authenticate,
    statuses: async () =>
      Promise.all(Object.values(calls).map(async (call) => (await call()).status)),
    open: async () => {
      const { body } = await send('GET /_test/state');
      return [body.contexts.open_contexts, body.async_queries.stored, body.sql_cursors.open];
    },
    restart: async () => {
      await server.stop();
      server = await startReference(options);
    },
  };
}

describe('a clock that is set while the server runs', () => {
  it('forward by a year ends keys, but no context before its time', async () => {
    const { clock, authenticate, statuses, open, send } = await startWithContexts();
    assert.deepEqual(await open(), [2, 1, 1]);
    clock.jump(year_ms);
    assert.deepEqual(await open(), [2, 1, 1]);
    assert.deepEqual(await statuses(), [200, 200, 200, 200]);
    assert.equal(await authenticate(), 401);
    clock.advance(6 * 60_000);
    assert.deepEqual(await open(), [0, 0, 0]);
    assert.deepEqual(await statuses(), [404, 404, 404, 404]);
    assert.equal((await send('PUT /docs/_doc/d?refresh=true', { id: 'd' })).status, 201);
    assert.equal((await send('GET /docs/_count')).body.count, 4);
  });

  it('back by an hour lets no context live longer, and no key but by that hour', async () => {
    const { clock, authenticate, statuses, open, send } = await startWithContexts();
    clock.jump(-hour_ms);
    assert.deepEqual(await open(), [2, 1, 1]);
    assert.equal(await authenticate(), 200);
    const { body } = await send('POST /docs/_search');
    assert.ok(body.took >= 0, `${body.took}`);
    clock.advance(6 * 60_000);
    assert.deepEqual(await open(), [0, 0, 0]);
    assert.deepEqual(await statuses(), [404, 404, 404, 404]);
    assert.equal(await authenticate(), 200);
    clock.advance(2 * hour_ms);
    assert.equal(await authenticate(), 401);
  });

  it('loses no document, and no sequence number, over a restart', async () => {
    const { clock, send, restart } = await startWithContexts();
    const numbers: number[] = [];
    for (const jump_ms of [year_ms, -year_ms - hour_ms, hour_ms]) {
      clock.jump(jump_ms);
      await send('DELETE /docs/_doc/a');
      const { status, body } = await send('PUT /docs/_doc/a', { id: 'a' });
      assert.equal(status, 201);
      numbers.push(body._seq_no);
      await restart();
      assert.equal((await send('GET /docs/_count')).body.count, 3);
    }
    assert.deepEqual(numbers, [4, 6, 8]);
  });

  it('goes on with policies: an index is as old as the clock says', async () => {
    const { clock, send } = await startWithContexts();
    const rollover = { max_age: '7d' };
    await send('PUT /_ilm/policy/p', { policy: { phases: { hot: { actions: { rollover } } } } });
    const settings = { 'index.lifecycle.name': 'p', 'index.lifecycle.rollover_alias': 'logs' };
    await send('PUT /_index_template/logs', { index_patterns: ['logs-*'], template: { settings } });
    await send('PUT /logs-000001', { aliases: { logs: { is_write_index: true } } });
    await send('PUT /logs/_doc/1?refresh=true', {});
    const indices = async () => Object.keys((await send('GET /logs-*')).body);
    clock.jump(-hour_ms);
    clock.advance(15 * 60_000);
    assert.deepEqual(await indices(), ['logs-000001']);
    clock.jump(year_ms);
    clock.advance(15 * 60_000);
    assert.deepEqual(await indices(), ['logs-000001', 'logs-000002']);
  });
});

it('timers of the machine do not wait for the clock that was set back', async () => {
  const realNow = Date.now;
  const environment = systemEnvironment();
  const server = await startReference({ environment });
  const send = lineSender(() => server.url);
  try {
    await send('PUT /docs', { body: { settings: { number_of_replicas: 1 } } });
    const waiting = send('GET /_cluster/health?wait_for_status=green&timeout=300ms');
    await setTimeout(50);
    Date.now = () => realNow() - hour_ms;
    assert.equal((await waiting).status, 408);
    const before_ms = environment.elapsed();
    await new Promise<void>((resolve) => environment.setTimer(5, resolve));
    Date.now = () => realNow() + year_ms;
    assert.ok(environment.elapsed() - before_ms < hour_ms);
  } finally {
    Date.now = realNow;
    await server.stop();
  }
});
