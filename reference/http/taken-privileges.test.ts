import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startReference } from '../start.ts';
import type { LineRequest } from '../testing/client.ts';
import { basic, lineSender } from '../testing/client.ts';
import type { RunningServer } from './server.ts';

const elastic = basic('elastic', 'changeme');
const ann = basic('ann');

describe('what a caller may read no longer', () => {
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  const json = async (line: string, request: LineRequest = {}) => {
    const { status, text } = await send(line, request);
    assert.ok(status < 300, text);
    return JSON.parse(text);
  };
  const as = (line: string, body?: unknown) => json(line, { as: elastic, body });
  /** Gives the role of ann the privilege to read these names, and no others. */
  const grant = (...names: readonly string[]) =>
    as('PUT /_security/role/reader', {
      cluster: ['manage_own_api_key'],
      indices: names.length === 0 ? [] : [{ names, privileges: ['read'] }],
    });
  const putUser = (body: object = {}) =>
    as('PUT /_security/user/ann', { password: 'password', roles: ['reader'], ...body });

  before(async () => {
    server = await startReference({
      superuser: { username: 'elastic', password: 'changeme' },
      testControl: true,
    });
  });
  after(() => server?.stop());
  beforeEach(async () => {
    await as('POST /_test/reset');
    await grant('books', 'films', 'read-*', 'stream');
    await putUser();
    for (const index of ['books', 'films']) {
      for (const id of [1, 2, 3]) await as(`PUT /${index}/_doc/${id}?refresh`, { n: id });
    }
    await as('PUT /books/_alias/read-books', {});
    await as('PUT /_index_template/t', { index_patterns: ['stream'], data_stream: {} });
    await as('POST /stream/_doc?refresh', { '@timestamp': 0 });
  });

  /** Opens a context on a target, and returns the next use of it. */
  const openings: Record<
    string,
    (target: string, caller: string) => Promise<readonly [line: string, body?: unknown]>
  > = {
    async scroll(target, caller) {
      const opened = await json(`POST /${target}/_search?scroll=1m&size=1`, { as: caller });
      return ['POST /_search/scroll', { scroll_id: opened._scroll_id, scroll: '1m' }];
    },
    async 'point in time'(target, caller) {
      const opened = await json(`POST /${target}/_pit?keep_alive=1m`, { as: caller });
      return ['POST /_search', { pit: { id: opened.id } }];
    },
    async cursor(target, caller) {
      const body = { query: `SELECT * FROM "${target}"`, fetch_size: 1 };
      const first = await json('POST /_sql', { as: caller, body });
      return ['POST /_sql', { cursor: first.cursor }];
    },
    async 'asynchronous query'(target, caller) {
      const body = { query: `FROM ${target} | LIMIT 1`, keep_alive: '1m' };
      const started = await json('POST /_query/async', { as: caller, body });
      return [`GET /_query/async/${started.id}`];
    },
  };

  for (const [kind, open] of Object.entries(openings)) {
    const statusOf = async ([line, body]: readonly [string, unknown?], caller = ann) =>
      (await send(line, { as: caller, body })).status;

    it(`ends with its ${kind} if the role changes, and only what needs the privilege`, async () => {
      const books = await open('books', ann);
      const films = await open('films', ann);
      await grant('films');
      assert.equal(await statusOf(books), 403);
      assert.equal(await statusOf(films), 200);
      await grant('books', 'films');
      assert.equal(await statusOf(books), 404, 'it is gone');
    });

    it(`ends with its ${kind} if an alias is meant, and stays otherwise`, async () => {
      const named = await open('read-books', ann);
      const index = await open('books', ann);
      await grant('books');
      assert.equal(await statusOf(named), 403);
      assert.equal(await statusOf(index), 200);
    });

    it(`ends with its ${kind} if the role is deleted or the account has others`, async () => {
      await as('PUT /_security/role/other', { indices: [{ names: ['x'], privileges: ['read'] }] });
      const one = await open('books', ann);
      await putUser({ roles: ['other'] });
      assert.equal(await statusOf(one), 403);
      await putUser();
      const two = await open('films', ann);
      await as('DELETE /_security/role/reader');
      assert.equal(await statusOf(two), 403);
    });

    it(`ends with its ${kind} if the account could read everything`, async () => {
      await putUser({ roles: ['superuser'] });
      const books = await open('books', ann);
      await putUser();
      assert.equal(await statusOf(books), 200);
      await grant('films');
      assert.equal(await statusOf(books), 403);
    });

    it(`is not that of a new account of the same name: ${kind}`, async () => {
      const books = await open('books', ann);
      await as('DELETE /_security/user/ann');
      await putUser();
      assert.equal(await statusOf(books), 404);
    });
  }

  it('stays readable by way of the data stream', async () => {
    const { id } = await json('POST /stream/_pit?keep_alive=1m', { as: ann });
    const found = await json('POST /_search', { as: ann, body: { pit: { id } } });
    assert.equal(found.hits.hits.length, 1);
  });

  it('keys of an earlier account of the same name are not the own ones', async () => {
    const old = await json('POST /_security/api_key', { as: ann, body: { name: 'old' } });
    await as('DELETE /_security/user/ann');
    await putUser();
    const names = async (line: string, caller = ann) =>
      (await json(line, { as: caller })).api_keys.map(({ name }: { name: string }) => name);
    await json('POST /_security/api_key', { as: ann, body: { name: 'new' } });
    assert.deepEqual(await names('GET /_security/api_key?owner=true'), ['new']);
    assert.deepEqual(await names('GET /_security/api_key?username=ann'), ['new']);
    assert.deepEqual(await names('GET /_security/api_key?username=ann', elastic), ['old', 'new']);
    const body = { username: 'ann' };
    const gone = await json('DELETE /_security/api_key', { as: ann, body });
    assert.equal(gone.invalidated_api_keys.length, 1);
    const stillValid = { as: `ApiKey ${old.encoded}` };
    assert.equal((await send('GET /_security/_authenticate', stillValid)).status, 200);
  });
});

describe('all indices', () => {
  let server: RunningServer | undefined;
  const send = lineSender(() => server?.url ?? '');
  before(async () => {
    server = await startReference({ superuser: { username: 'elastic', password: 'changeme' } });
    const put = async (line: string, ...body: readonly unknown[]) => {
      const request = { as: elastic, ...(body.length === 0 ? {} : { body: body[0] }) };
      const { status, text } = await send(`PUT ${line}`, request);
      assert.ok(status < 300, text);
    };
    await put('/books/_doc/1?refresh', {});
    await put('/films/_doc/1?refresh', {});
    await put('/hidden', { settings: { 'index.hidden': true } });
    await put('/hidden/_doc/1?refresh', {});
    await put('/books/_alias/team-books');
    await put('/hidden/_alias/team-hidden');
    await put('/_index_template/t', { index_patterns: ['team-stream'], data_stream: {} });
    await put('/_data_stream/team-stream');
    await put('/_security/role/team', {
      indices: [{ names: ['team-*'], privileges: ['read', 'view_index_metadata', 'manage'] }],
    });
    await put('/_security/user/ann', { password: 'password', roles: ['team'] });
  });
  after(() => server?.stop());

  const lines = [
    'GET /%/_search',
    'GET /%/_count',
    'GET /%/_mapping',
    'GET /%/_settings',
    'GET /%',
    'HEAD /%',
    'GET /%/_alias',
    'GET /_alias/%',
    'HEAD /_alias/%',
    'GET /books/_alias/%',
    'GET /films/_alias/%',
    'GET /_cat/indices/%',
    'GET /_data_stream/%',
    'POST /%/_refresh',
    'DELETE /books/_alias/%',
    'DELETE /_data_stream/%',
    'DELETE /%',
  ];
  for (const [who, as] of [
    ['an administrator', elastic],
    ['an account with a pattern', ann],
  ] as const) {
    for (const line of lines.filter((each) => as === ann || !each.startsWith('DELETE'))) {
      it(`are the same for * and _all: ${line} of ${who}`, async () => {
        const [star, all] = await Promise.all(
          ['*', '_all'].map(async (name) => {
            const { status, text } = await send(line.replace('%', name), { as });
            return [status, text.replace(/"took":\d+/, '').replaceAll(/\[(?:_all|\*)\]/g, '[]')];
          }),
        );
        assert.deepEqual(all, star);
      });
    }
  }

  it('include an index behind an alias that may be read', async () => {
    for (const name of ['_all', '*']) {
      const { text } = await send(`GET /${name}/_search`, { as: ann });
      assert.deepEqual(JSON.parse(text).hits.total.value, 1, name);
    }
  });
});
