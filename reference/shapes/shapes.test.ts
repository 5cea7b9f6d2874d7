import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { ControlledEnvironment } from '../base/environment.ts';
import { systemEnvironment } from '../base/environment.ts';
import type { ReferenceServer } from '../reference-server.ts';
import { startReference } from '../start.ts';
import type { RawResponse } from '../testing/client.ts';
import { exchange } from '../testing/client.ts';
import { handClock } from '../testing/hand-clock.ts';
import type { ShapeName } from './shape-names.ts';
import { readShapes, shapeSummaries } from './shape-names.ts';

type Call = (line: string, body?: object, authorization?: string) => Promise<RawResponse>;

const servers: ReferenceServer[] = [];
after(async () => {
  for (const server of servers) await server.stop();
});

/** Starts a server of some shapes; returns the function that sends `METHOD /path` with a body. */
async function started(
  shapes: readonly ShapeName[],
  environment: ControlledEnvironment = systemEnvironment(),
): Promise<Call> {
  const server = await startReference({ testControl: true, shapes, environment });
  servers.push(server);
  return (line, body, authorization) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = {
      'content-type': 'application/json',
      ...(authorization === undefined ? {} : { authorization }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return exchange(server.url, { method, path, headers, ...sent });
  };
}

/** Writes two documents that tie, and one without a value. */
async function withBooks(shapes: readonly ShapeName[]): Promise<Call> {
  const call = await started(shapes);
  await call('PUT /books/_doc/a', { year: 1, title: 'A b', on: '2020-01-01', half: 0.5 });
  await call('PUT /books/_doc/b', { year: 1 });
  await call('PUT /books/_doc/c?refresh=true', {});
  return call;
}

function idsIn({ text }: RawResponse): string {
  return [...text.matchAll(/"_id":"(.)"/g)].map(([, id]) => id).join('');
}

function memberIn({ text }: RawResponse, name: string): string {
  return new RegExp(`"${name}":"((?:[^"\\\\]|\\\\.)*)"`).exec(text)?.[1] ?? '';
}

const byYear = { sort: [{ year: 'asc' }] };

describe('the shapes of the reference', () => {
  it('create indices and fields in other ways', async () => {
    const call = await withBooks([
      'three-shards',
      'strings-as-keyword',
      'no-date-detection',
      'integers-as-integer',
    ]);
    assert.match((await call('GET /books/_settings')).text, /"number_of_shards":"3"/);
    const { text } = await call('GET /books/_mapping');
    for (const [field, type] of [
      ['year', 'integer'],
      ['title', 'keyword'],
      ['on', 'keyword'],
      ['half', 'double'],
    ]) {
      assert.match(text, new RegExp(`"${field}":\\{"type":"${type}"\\}`));
    }
    await call('PUT /own', { settings: { number_of_shards: 2 } });
    assert.match((await call('GET /own/_settings')).text, /"number_of_shards":"2"/);
  });

  it('make documents visible by time only', async () => {
    const environment = handClock();
    const call = await started(['delayed-visibility'], environment);
    await call('PUT /books', { settings: { refresh_interval: '1ms' } });
    await call('PUT /books/_settings', { refresh_interval: '1ms' });
    await call('PUT /books/_doc/a?refresh=true', {});
    assert.equal((await call('POST /books/_refresh')).status, 404);
    assert.equal(idsIn(await call('GET /books/_search')), '');
    environment.advance(200);
    assert.equal(idsIn(await call('GET /books/_search')), 'a');
  });

  it('run policies by themselves, and roll aliases over in their own way', async () => {
    const environment = systemEnvironment();
    const shapes = ['own-policy-loop', 'alias-moves', 'random-rollover-names'] as const;
    const call = await started(shapes, environment);
    assert.equal((await call('POST /_test/policies/run')).status, 404);
    const actions = { rollover: { max_docs: 1 } };
    await call('PUT /_ilm/policy/p', { policy: { phases: { hot: { actions } } } });
    await call('PUT /logs-1', {
      settings: { 'index.lifecycle.name': 'p', 'index.lifecycle.rollover_alias': 'logs' },
      aliases: { logs: { is_write_index: true } },
    });
    await call('PUT /logs/_doc/a?refresh=true', {});
    environment.advance(1000);
    const { text } = await call('GET /_alias/logs');
    assert.match(text, /^\{"logs-[0-9a-f]{10}":/);
    assert.doesNotMatch(text, /"logs-1"/);
  });

  it('serve no more than the specification shows', async () => {
    for (const [shape, status] of [
      ['beyond-text-404', 404],
      ['beyond-text-501', 501],
    ] as const) {
      const call = await withBooks([shape]);
      for (const line of ['POST /books/_refresh', 'GET /books/_doc/a', 'DELETE /books']) {
        assert.equal((await call(line)).status, status, line);
      }
      assert.equal((await call('GET /books/_search')).status, 200);
      assert.equal((await call('GET /_test/state')).status, 200);
    }
    const call = await withBooks(['strict-methods']);
    assert.equal((await call('POST /books/_doc/a', {})).status, 404);
    assert.equal((await call('POST /_search', {})).status, 404);
    assert.equal((await call('GET /books/_doc/a')).status, 200);
  });

  it('refuse in other ways, but keep what the specification fixes', async () => {
    const strict = { mappings: { dynamic: 'strict', properties: { a: { type: 'keyword' } } } };
    for (const [shape, body] of [
      ['text-errors', /^refused: /],
      ['no-error-body', /^$/],
    ] as const) {
      const call = await started([shape, 'refusals-422']);
      const refused = await call('GET /missing/_search');
      assert.deepEqual([refused.status, body.test(refused.text)], [422, true]);
      await call('PUT /strict', strict);
      const named = await call('PUT /strict/_doc/1', { b: 1 });
      assert.match(named.text, /strict_dynamic_mapping_exception$/);
    }
    const call = await started(['refusals-in-turn']);
    const statuses = [await call('GET /missing/_search'), await call('GET /missing/_search')];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [400, 403],
    );
  });

  it('give contexts other ids, and take them back', async () => {
    for (const [shape, form] of [
      ['long-ids', /x{2600}$/],
      ['numeric-ids', /^\d+$/],
      ['odd-ids', /==$/],
      ['ids-once', /\.\d+$/],
    ] as const) {
      const call = await withBooks([shape]);
      const first = await call('POST /books/_search?scroll=1m', { size: 1 });
      const id = JSON.parse(`"${memberIn(first, '_scroll_id')}"`) as string;
      assert.match(id, form);
      const next = await call('POST /_search/scroll', { scroll_id: id, scroll: '1m' });
      assert.equal(next.status, 200, shape);
      const again = await call('POST /_search/scroll', { scroll_id: id, scroll: '1m' });
      assert.equal(again.status < 300, shape !== 'ids-once', shape);
      assert.equal((await call('DELETE /_search/scroll/_all')).status, 200);
    }
  });

  it('give keys other ids and secrets, and authenticate by them', async () => {
    for (const [shape, form] of [
      ['long-ids', /x{1000}$/],
      ['numeric-ids', /^\d$/],
      ['odd-ids', /ü€😀 a.*==$/],
    ] as const) {
      const call = await started([shape]);
      const created = JSON.parse((await call('POST /_security/api_key', { name: 'k' })).text) as {
        readonly id: string;
        readonly encoded: string;
      };
      assert.match(created.id, form);
      const path = 'GET /_security/_authenticate';
      const { status } = await call(path, undefined, `ApiKey ${created.encoded}`);
      assert.equal(status, 200, shape);
    }
  });

  it('sort and score in other ways', async () => {
    const search = async (shape: ShapeName, body: object) =>
      (await withBooks([shape]))('POST /books/_search', body);
    assert.equal(idsIn(await search('missing-first', byYear)), 'cab');
    const reversed = await search('ties-reversed', byYear);
    assert.equal(idsIn(reversed), 'bac');
    assert.match(reversed.text, /"sort":\[1\]/);
    assert.equal(idsIn(await search('ties-reversed', { ...byYear, search_after: [1] })), 'c');
    assert.match(idsIn(await search('ties-random', byYear)), /^(?:ab|ba)c$/);
    assert.doesNotMatch((await search('no-totals', {})).text, /"total":\{/);
    assert.doesNotMatch((await search('scores-always', byYear)).text, /"_score":null/);
    assert.doesNotMatch((await search('scores-null', {})).text, /_score":[^n]/);
  });

  it('refuse dates without a time', async () => {
    const call = await started(['dates-with-time']);
    assert.equal((await call('PUT /books/_doc/a', { on: '2024-01-02' })).status, 400);
    assert.equal((await call('PUT /books/_doc/a', { on: '2024-01-02T00:00:00Z' })).status, 201);
  });

  it('refuse names with dots', async () => {
    const call = await withBooks(['names-without-dots']);
    assert.equal((await call('PUT /logs-2016.10.10-000001', {})).status, 400);
    assert.equal((await call('PUT /logs-000001', {})).status, 200);
  });

  it('lack commands of the query language, but not words that look like them', async () => {
    const call = await withBooks(['no-row', 'no-mv-expand']);
    const statusOf = async (query: string) => (await call('POST /_query', { query })).status;
    assert.equal(await statusOf('ROW a = 1'), 400);
    assert.equal(await statusOf('FROM books | MV_EXPAND year'), 400);
    assert.equal(await statusOf('FROM books | EVAL row = "| mv_expand" | KEEP row'), 200);
  });

  it('are read from a list of names that do not exclude each other', async () => {
    assert.deepEqual(readShapes('no-row, ids-once'), ['no-row', 'ids-once']);
    assert.throws(() => readShapes('no-rows'), /There is no shape \[no-rows\]/);
    assert.throws(() => readShapes('long-ids,odd-ids'), /exclude each other/);
    await assert.rejects(startReference({ shapes: ['no-row'] }), /testControl/);
    assert.ok(Object.keys(shapeSummaries).length > 20);
  });
});
