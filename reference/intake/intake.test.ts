import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import type { RawResponse, RawRequest } from '../testing/client.ts';
import { lineSender, basic, exchange } from '../testing/client.ts';
import {
  metadata,
  refusedRequests,
  malformedCredentials,
  transaction,
  wrongStreams,
} from '../testing/intake-cases.ts';
import { handClock } from '../testing/hand-clock.ts';
import { startIntake } from './start-intake.ts';

const elastic = basic('elastic', 'changeme');
const events = '/intake/v2/events';

function ndjson(lines: readonly unknown[]): string {
  return lines
    .map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    .join('');
}

function refusalOf(response: RawResponse): unknown {
  return JSON.parse(response.text);
}

describe('an intake that requires keys', () => {
  const environment = handClock();
  const reports: string[] = [];
  const log = (report: string): void => void reports.push(report);
  const keys = new Map<string, string>();
  let reference: RunningServer | undefined;
  let intake: RunningServer | undefined;
  const sendLine = lineSender(() => reference?.url ?? '');

  const makeKey = async (name: string, privileges: readonly string[]): Promise<string> => {
    const applications = [{ application: 'apm', privileges, resources: ['*'] }];
    const body = { name, role_descriptors: { agent: { applications } } };
    const response = await sendLine('POST /_security/api_key', { as: elastic, body });
    return `ApiKey ${JSON.parse(response.text).encoded}`;
  };
  const send = (sent: RawRequest, key = 'both'): Promise<RawResponse> => {
    const authorization = keys.get(key) ?? key;
    const given: Record<string, string> = authorization === '' ? {} : { authorization };
    return exchange(intake?.url ?? '', { ...sent, headers: { ...given, ...sent.headers } });
  };
  const stream = (lines: readonly unknown[], key?: string): Promise<RawResponse> =>
    send({ method: 'POST', path: `${events}?verbose`, body: ndjson(lines) }, key);

  before(async () => {
    const superuser = { username: 'elastic', password: 'changeme' };
    reference = await startReference({ superuser, environment, log });
    const settings = {
      port: 0,
      service_url: reference.url,
      apiKeyEnabled: true,
      apiKeyLimit: 4,
    };
    intake = await startIntake({ settings, authorization: elastic, environment, log });
    keys.set('both', await makeKey('both', ['event:write', 'config_agent:read']));
    keys.set('events', await makeKey('events', ['event:write']));
    keys.set('config', await makeKey('config', ['config_agent:read']));
  });
  after(async () => {
    await intake?.stop();
    await reference?.stop();
  });

  it('stores events so that they can be searched', async () => {
    const sent = { method: 'POST', path: events, body: ndjson([metadata, transaction('a')]) };
    const response = await send(sent);
    assert.deepEqual([response.status, response.text], [202, '']);
    const lines = [
      metadata,
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => transaction(`b${n}`)),
    ];
    const verbose = await stream(lines, 'events');
    assert.deepEqual([verbose.status, refusalOf(verbose)], [202, { accepted: 11 }]);
    const found = await searchUntil(12);
    assert.equal(found.hits.hits[0]._source.service.name, 'shop');
    assert.equal(found.hits.hits[0]._source.transaction.duration.us, 1500);
  });

  async function searchUntil(count: number) {
    for (let tries = 0; ; tries++) {
      await sendLine('POST /_refresh', { as: elastic });
      const path = 'traces-apm-default/_search?ignore_unavailable=true';
      const found = JSON.parse((await sendLine(`GET /${path}`, { as: elastic })).text);
      if (found.hits.total.value === count) return found;
      assert.ok(tries < 100, `found ${found.hits.total.value} of ${count}: ${reports.join()}`);
    }
  }

  for (const [encoding, pack] of [
    ['gzip', gzipSync],
    ['deflate', deflateSync],
  ] as const) {
    it(`decompresses ${encoding}, and refuses malformed data`, async () => {
      const headers = {
        'content-encoding': encoding.toUpperCase(),
        'content-type': 'application/x-ndjson',
      };
      const sent = { method: 'POST', path: events, headers };
      const body = pack(ndjson([metadata]));
      assert.equal((await send({ ...sent, body })).status, 202);
      assert.equal((await send({ ...sent, body: 'not compressed' })).status, 400);
    });
  }

  for (const [name, lines, accepted, message] of wrongStreams) {
    it(`reports a problem with a line: ${name}`, async () => {
      const response = await stream(lines);
      assert.equal(response.status, 400);
      assert.equal(response.headers['connection'], 'close');
      const body = JSON.parse(response.text);
      assert.equal(body.accepted, accepted);
      assert.equal(body.errors.length, 1);
      assert.match(body.errors[0].message, message);
      assert.ok(body.errors[0].document.length <= 1024);
    });
  }

  it('reports the first five problems of many', async () => {
    const response = await stream([metadata, ...Array(9).fill('{}'), transaction('c')]);
    const body = JSON.parse(response.text);
    assert.deepEqual([body.accepted, body.errors.length], [1, 5]);
  });

  it('reads no more after many refused lines, and answers an agent that still sends', async () => {
    const lines = [metadata, transaction('c'), ...Array(150).fill('{}'), transaction('d')];
    const response = await stream(lines);
    const { accepted, errors } = JSON.parse(response.text);
    assert.deepEqual([response.status, accepted, errors.length], [400, 1, 5]);
    assert.deepEqual(errors[4], { message: 'the stream ends here: 100 lines are refused' });
    const many = await stream([metadata, ...Array(1_000_000).fill('{"transaction":1}')]);
    assert.equal(JSON.parse(many.text).errors.length, 5);
  });

  it('skips blank lines, refuses those that are not UTF-8, and names that are not Unicode', async () => {
    const one = JSON.stringify(metadata);
    const log = '{"log":{"message":"m"}}';
    const body = Buffer.from(`\n \t\r\n${one}\r\n${'\n'.repeat(100_000)}  ${log} \n\n`);
    const path = `${events}?verbose`;
    const response = await send({ method: 'POST', path, body });
    assert.deepEqual([response.status, refusalOf(response)], [202, { accepted: 1 }]);
    for (const [line, message] of [
      ['{"log":{"message":"\xff"}}', /not valid UTF-8/],
      [String.raw`{"log":{"labels":{"\ud800":1}}}`, /is not Unicode/],
      ['\xc2\xa0', /^decode error/],
    ] as const) {
      const wrong = Buffer.from(`${one}\n${line}\n${log}\n`, 'latin1');
      const { text } = await send({ method: 'POST', path, body: wrong });
      const { accepted, errors } = JSON.parse(text);
      assert.deepEqual([accepted, errors.length], [1, 1]);
      assert.match(errors[0].message, message);
    }
  });

  it('refuses another method and another type', async () => {
    const said = (message: string) => ({ accepted: 0, errors: [{ message }] });
    const response = await send({ path: events });
    assert.deepEqual(
      [response.status, refusalOf(response)],
      [400, said('only POST requests are supported')],
    );
    const headers = { 'content-type': 'application/json' };
    const typed = await send({ method: 'POST', path: events, headers, body: '{}' });
    const message = "invalid content type: 'application/json'";
    assert.deepEqual([typed.status, refusalOf(typed)], [400, said(message)]);
  });

  for (const [header, message] of malformedCredentials) {
    it(`refuses ${header === '' ? 'a request without credentials' : header}`, async () => {
      for (const path of [events, '/config/v1/agents']) {
        const response = await send({ method: 'POST', path, body: '{}' }, header);
        assert.equal(response.status, 401);
        assert.equal(response.headers['www-authenticate'], 'ApiKey');
        assert.match(JSON.parse(response.text).error, message);
      }
    });
  }

  it('refuses keys without the privilege', async () => {
    const response = await stream([metadata, transaction('c')], 'config');
    const denied = 'unauthorized: API Key not permitted action';
    const message = `cannot handle stream: cannot process batch: ${denied} "event:write"`;
    assert.equal(response.status, 403);
    assert.equal(response.text, `${JSON.stringify({ accepted: 0, errors: [{ message }] })}\n`);
    const config = await send({ path: '/config/v1/agents?service.name=shop' }, 'events');
    assert.deepEqual(
      [config.status, refusalOf(config)],
      [403, { error: `${denied} "config_agent:read"` }],
    );
  });

  it('answers agents with a configuration without options', async () => {
    const byQuery = await send({ path: '/config/v1/agents?service.name=shop' });
    assert.deepEqual([byQuery.status, byQuery.headers['etag'], byQuery.text], [200, '"-"', '{}\n']);
    assert.equal(byQuery.headers['cache-control'], 'max-age=30, must-revalidate');
    const body = JSON.stringify({ service: { name: 'shop', environment: 'live' }, etag: 'x' });
    const byBody = await send({ method: 'POST', path: '/config/v1/agents', body });
    assert.deepEqual([byBody.status, byBody.text], [200, '{}\n']);
  });

  for (const [sent, status, message] of refusedRequests) {
    it(`refuses ${sent.method ?? 'GET'} ${sent.path} ${String(sent.body ?? '')}`, async () => {
      const response = await send(sent);
      assert.equal(response.status, status);
      assert.match(JSON.parse(response.text).error, message);
    });
  }

  it('limits the number of keys within a minute, and counts invalid ones', async () => {
    environment.advance(60_000);
    const unknown = (id: string) => `ApiKey ${Buffer.from(`${id}:secret`).toString('base64')}`;
    const statusOf = async (key: string) =>
      (await stream([metadata, transaction('d')], key)).status;
    assert.equal(await statusOf('both'), 202);
    assert.equal(await statusOf('events'), 202);
    assert.deepEqual([await statusOf(unknown('x')), await statusOf(unknown('y'))], [401, 401]);
    const late = await send({ path: '/config/v1/agents?service.name=shop' }, 'config');
    assert.deepEqual([late.status, refusalOf(late)], [503, { error: 'service unavailable' }]);
    assert.deepEqual([await statusOf('both'), await statusOf(unknown('x'))], [202, 401]);
    environment.advance(59_999);
    assert.equal(await statusOf('config'), 503);
    environment.advance(1);
    assert.equal(await statusOf('config'), 403);
  });

  it('writes no secrets to its reports', () => {
    const said = reports.join('\n');
    for (const key of keys.values()) assert.ok(!said.includes(key.slice('ApiKey '.length)));
  });
});
