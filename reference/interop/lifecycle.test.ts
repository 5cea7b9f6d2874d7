import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

describe('policies, data streams and test hooks', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference({ compatible: true, testControl: true });
    client = new Client({ node: server.url });
    await client.ilm.putLifecycle({
      name: 'p',
      policy: {
        phases: {
          hot: { actions: { rollover: { max_docs: 2 } } },
          delete: { min_age: '1d', actions: { delete: {} } },
        },
      },
    });
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  const control = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${server?.url}/_test/${path}`, options)).status;
  };
  const settings = { index: { lifecycle: { name: 'p', rollover_alias: 'logs' } } };

  it('stores a policy, and deletes it when no index uses it', async () => {
    const got = await client.ilm.getLifecycle({ name: 'p' });
    assert.equal(got['p']?.policy.phases.delete?.min_age, '1d');
    await client.ilm.putLifecycle({ name: 'q', policy: { phases: {} } });
    await client.ilm.putLifecycle({ name: 'q', policy: { phases: {} } });
    assert.equal((await client.ilm.getLifecycle({ name: 'q' }))['q']?.version, 2);
    await client.indices.create({ index: 'u', settings: { 'index.lifecycle.name': 'q' } });
    await assert.rejects(client.ilm.deleteLifecycle({ name: 'q' }), /in use by.*\[u\]/);
    await client.indices.delete({ index: 'u' });
    await client.ilm.deleteLifecycle({ name: 'q' });
    await assert.rejects(client.ilm.getLifecycle({ name: 'q' }), { statusCode: 404 });
  });

  it('rolls over an alias on request', async () => {
    await client.indices.create({
      index: 'hand-1',
      aliases: { hand: { is_write_index: true } },
    });
    const conditions = { max_docs: 1, min_age: '1d' };
    const dry = await client.indices.rollover({ alias: 'hand', dry_run: true });
    assert.deepEqual(dry, {
      acknowledged: false,
      shards_acknowledged: false,
      old_index: 'hand-1',
      new_index: 'hand-000002',
      rolled_over: false,
      dry_run: true,
      conditions: {},
    });
    const unmet = await client.indices.rollover({ alias: 'hand', conditions });
    assert.deepEqual(unmet.conditions, { '[max_docs: 1]': false, '[min_age: 1d]': false });
    assert.equal(unmet.rolled_over, false);
    const done = await client.indices.rollover({
      alias: 'hand',
      new_index: 'by-name',
      settings: { number_of_shards: 3 },
    });
    assert.deepEqual([done.rolled_over, done.new_index], [true, 'by-name']);
    const written = await client.index({ index: 'hand', document: {} });
    assert.equal(written._index, 'by-name');
    const refusals = [
      [{ alias: 'hand' }, /does not match pattern/],
      [{ alias: 'nobody' }, /\[nobody\] does not exist/],
      [{ alias: 'hand-1' }, /concrete index/],
      [{ alias: 'hand', new_index: 'hand-1' }, /already exists/],
      [{ alias: 'hand', new_index: 'X' }, /lowercase/],
      [{ alias: 'hand', new_index: 'y', conditions: { min_docs: 1 } }, /at least one max_\*/],
    ] as const;
    for (const [request, reason] of refusals) {
      await assert.rejects(client.indices.rollover(request), reason);
    }
  });

  it('explains the state of an index while a test runs policies and sets statistics', async () => {
    await client.indices.create({
      index: 'logs-1',
      settings,
      aliases: { logs: { is_write_index: true } },
    });
    await client.index({ index: 'logs', document: {}, refresh: true });
    assert.equal(await control('policies/run', {}), 200);
    const step = async (index: string): Promise<unknown> => {
      const state = (await client.ilm.explainLifecycle({ index })).indices[index];
      return state?.managed === true ? state.step : state?.managed;
    };
    assert.equal(await step('logs-1'), 'check-rollover-ready');
    assert.equal(await control('replicas', { index: 'logs' }), 200);
    assert.equal(await control('policies/run', {}), 200);
    assert.equal(await step('logs-1'), 'complete');
    assert.equal(await step('logs-000002'), false);
    const figures = { index: 'logs-000002', shard: 0, docs: 7, bytes: '5gb' };
    assert.equal(await control('statistics', figures), 200);
    const [row] = await client.cat.indices({ index: 'logs-000002', format: 'json', bytes: 'gb' });
    assert.deepEqual([row?.['docs.count'], row?.['pri.store.size']], ['7', '5']);
    assert.equal(await control('clock', { advance: '1d' }), 200);
    assert.equal(await control('policies/run', {}), 200);
    assert.equal(await client.indices.exists({ index: 'logs-1' }), false);
    for (const [path, body] of [
      ['statistics', { index: 'logs-000002', shard: 1, docs: 1 }],
      ['statistics', { index: 'logs-000002', docs: -1 }],
      ['statistics', { index: 'logs-000002', documents: 1 }],
      ['replicas', {}],
      ['follower', { leader: 'logs-000002' }],
      ['policies/run', { x: 1 }],
    ] as const) {
      assert.equal(await control(path, body), 400, path);
    }
    assert.equal(await control('statistics', { index: 'nobody', docs: 1 }), 404);
  });

  it('serves a data stream', async () => {
    const name = 'events';
    const template = { mappings: { properties: { text: { type: 'text' } } } } as const;
    await assert.rejects(client.indices.createDataStream({ name }), /no matching index template/);
    await client.indices.putIndexTemplate({
      name,
      index_patterns: name,
      data_stream: {},
      template,
    });
    await client.indices.createDataStream({ name });
    const document = { '@timestamp': '2020-01-01', text: 'some words' };
    const first = await client.index({ index: name, document, refresh: true });
    await client.indices.rollover({ alias: name });
    const { items } = await client.bulk({
      index: name,
      refresh: true,
      operations: [{ create: {} }, document, { index: {} }, document, { delete: { _id: 'x' } }],
    });
    const statuses = items.map((item) => Object.values(item)[0]?.status);
    assert.deepEqual(statuses, [201, 400, 400]);
    const found = await client.search({ index: name, query: { match: { text: 'words' } } });
    assert.deepEqual(found.hits.hits.map(({ _index }) => _index.slice(-6)).sort(), [
      '000001',
      '000002',
    ]);
    const { data_streams } = await client.indices.getDataStream({ name });
    assert.deepEqual([data_streams[0]?.generation, data_streams[0]?.indices.length], [2, 2]);
    const writes = [
      client.index({ index: name, id: '1', document }),
      client.index({ index: name, document: {} }),
      client.delete({ index: name, id: first._id }),
      client.indices.rollover({ alias: name, new_index: 'x' }),
      client.indices.rollover({ alias: name, settings: {}, mappings: {} }),
      client.indices.deleteIndexTemplate({ name }),
    ];
    for (const refused of writes) await assert.rejects(refused, { statusCode: 400 });
    await client.delete({ index: first._index, id: first._id });
    await client.indices.deleteDataStream({ name });
    await assert.rejects(client.search({ index: name }), errors.ResponseError);
    await client.indices.deleteIndexTemplate({ name });
    assert.equal(await client.indices.existsIndexTemplate({ name }), false);
  });

  it('makes an index follow another', async () => {
    await client.index({ index: 'leader', document: {}, refresh: true });
    const request = { index: 'follower', leader_index: 'leader', remote_cluster: 'local' };
    await client.ccr.follow(request);
    assert.equal((await client.count({ index: 'follower' })).count, 1);
    const write = () => client.index({ index: 'follower', document: {} });
    await assert.rejects(write(), { statusCode: 403 });
    await client.ccr.unfollow({ index: 'follower' });
    await write();
    await assert.rejects(client.ccr.unfollow({ index: 'follower' }), { statusCode: 400 });
    const elsewhere = { ...request, index: 'f', remote_cluster: 'moon' };
    await assert.rejects(client.ccr.follow(elsewhere), /\[moon\]/);
  });
});
