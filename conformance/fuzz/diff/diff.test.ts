import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../../spec/testing/temporary-folder.ts';
import type { SpawnedServer } from '../../driver/spawn.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { capture } from '../../testing/capture.ts';
import { openProxy } from '../../run/proxy.ts';
import {
  answers,
  anywhere,
  calls,
  mutatedSession,
  startReference,
} from '../../testing/mutated-session.ts';
import { compareAnswers } from './compare.ts';
import { diffServers, type DiffResult } from './diff.ts';

let reference: SpawnedServer;
before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

const unchanged: Interceptor = (request, forward) => forward(request);

/** Compares the reference with itself, changed by an interceptor. */
async function diff(intercept: Interceptor, runs: number): Promise<DiffResult> {
  const here = mutatedSession(reference.base_url, unchanged, { run: 'test00aaaa' });
  const there = mutatedSession(reference.base_url, intercept, { run: 'test00bbbb' });
  const deadline_ms = Number.POSITIVE_INFINITY;
  const options = { seed: 1, runs, deadline_ms, maxShrink_ms: 5000, onFound: () => undefined };
  return diffServers({ here, there, ...options }).finally(() => {
    here.client.close();
    there.client.close();
  });
}

test('the reference does not differ from itself', async () => {
  const { found, runs, accepted, leftovers } = await diff(unchanged, 15);
  assert.deepEqual(
    found.map(({ operation, place, here, there }) => ({ operation, place, here, there })),
    [],
  );
  assert.deepEqual(leftovers, []);
  assert.equal(runs, 15);
  assert.ok(accepted > 50);
});

test('a member that differs is found once, with one request', async () => {
  const plusOne = answers(
    calls('POST', /_count/),
    (body) => (body['count'] = Number(body['count']) + 1),
  );
  const { found } = await diff(plusOne, 20);
  const counts = found.filter(({ place }) => place === '/count');
  assert.deepEqual([...new Set(found.map(({ place }) => place))], ['/count']);
  for (const { requests, operation } of counts) {
    assert.match(operation, /_count$/);
    assert.equal(requests.length, 1);
  }
});

test('dates in names are no difference', async () => {
  const here = mutatedSession(reference.base_url, dated('2030.01.02'), { run: 'test00cccc' });
  const there = mutatedSession(reference.base_url, dated('2030.01.03'), { run: 'test00dddd' });
  const deadline_ms = Number.POSITIVE_INFINITY;
  const options = { seed: 1, runs: 15, deadline_ms, maxShrink_ms: 100, onFound: () => undefined };
  const { found } = await diffServers({ here, there, ...options });
  for (const { client } of [here, there]) client.close();
  assert.deepEqual(
    found.map(({ operation, place }) => `${operation} ${place}`),
    [],
  );
});

/** Answers with a date in the name of the index. */
function dated(day: string): Interceptor {
  return async (request, forward) => {
    const response = await forward(request);
    const text = Buffer.from(response.body).toString();
    return { ...response, body: Buffer.from(text.replaceAll('-books-', `-books-${day}-`)) };
  };
}

test('a difference is shown with all requests, and can be sent again', async () => {
  const target = { ...anywhere, base_url: reference.base_url };
  const intercept = answers(calls('POST', /_count/), (body) => (body['count'] = 99));
  const proxy = await openProxy({ intercept }, target);
  const argv = ['diff', '--base-url', reference.base_url, '--against', proxy.base_url];
  const flags = [...argv, '--profile', 'reference', '--max-shrink', '3s'];
  const { code, out } = await capture([...flags, '--seed', '1', '--runs', '40']);
  assert.equal(code, 1, out);
  const block = out.slice(out.lastIndexOf('  /count'));
  assert.match(
    block,
    /curl -X PUT 'http:\/\/[^']+\/ck-\w+-f-\d+-books-000001' [\s\S]*curl -X POST '[^']+_count/,
  );
  assert.doesNotMatch(block, /\$books/);
  const [, replay = ''] = /again +search-conformance diff .* --replay (\S+)/.exec(block) ?? [];
  const again = await capture([...flags, '--replay', replay]);
  assert.match(again.out, /^1 differences in 1 operations; 1 sequences/m);
  await proxy.close();
});

test('a number of more digits than a double has is shown with all of them', async () => {
  const intercept: Interceptor = async (request, forward) => {
    const response = await forward(request);
    const text = Buffer.from(response.body).toString();
    const long = text.replace(/"count":\s*\d+/, '"count":12345678901234567890');
    const { 'content-length': _, ...headers } = response.headers;
    const changed = { ...response, headers, body: Buffer.from(long) };
    return calls('POST', /_count/)(request) ? changed : response;
  };
  const proxy = await openProxy({ intercept }, { ...anywhere, base_url: reference.base_url });
  const json = join(temporaryFolder(), 'diff.json');
  const argv = ['diff', '--base-url', reference.base_url, '--against', proxy.base_url];
  const flags = ['--profile', 'reference', '--max-shrink', '1s', '--seed', '1', '--runs', '10'];
  const { code, out } = await capture([...argv, ...flags, '--json', json]);
  await proxy.close();
  assert.equal(code, 1, out);
  for (const text of [out, readFileSync(json, 'utf8')]) assert.match(text, /12345678901234567890/);
});

test('a status that differs is found', async () => {
  const notFound: Interceptor = async (request, forward) => {
    const response = await forward(request);
    return calls('GET', /_security\/role\/./)(request) ? { ...response, status: 410 } : response;
  };
  const { found } = await diff(notFound, 40);
  assert.ok(found.length > 0);
  assert.ok(found.every(({ place, there }) => place === 'status' && there === 410));
});

test('answers are compared at each place, without times', () => {
  const answer = (body: unknown, status = 200): { status: number; body: unknown } => ({
    status,
    body,
  });
  assert.deepEqual(compareAnswers(answer({ took: 1 }), answer({ took: 2 })), []);
  assert.deepEqual(compareAnswers(answer({ a: [1, { b: 2 }] }), answer({ a: [1, { b: 3 }] })), [
    { place: '/a/*/b', here: 2, there: 3 },
  ]);
  assert.deepEqual(compareAnswers(answer({ a: 1 }), answer({})), [
    { place: '/a', here: 1, there: undefined },
  ]);
  assert.deepEqual(compareAnswers(answer([1]), answer([1, 2])), [
    { place: '/(length)', here: 1, there: 2 },
  ]);
  assert.deepEqual(compareAnswers(answer({}, 400), answer({}, 404)), [
    { place: 'status', here: 400, there: 404 },
  ]);
});

test('diff needs another server, and says which one does not answer', async () => {
  const argv = ['diff', '--base-url', reference.base_url];
  assert.match((await capture(argv)).err, /--against is needed/);
  const { code, err } = await capture([...argv, '--against', 'http://127.0.0.1:9']);
  assert.equal(code, 4);
  assert.match(err, /127\.0\.0\.1:9/);
});

for (const [what, answer] of [
  ['is no HTTP', 'nonsense\r\n\r\n'],
  ['is a page', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\n<p/>'],
  ['is no JSON', `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n[`],
] as const) {
  test(`diff names a server whose every answer ${what}`, async () => {
    const server = createServer((socket) => socket.on('error', () => 0).end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const argv = ['diff', '--base-url', reference.base_url, '--against', url, '--runs', '2'];
    const { code, out, err } = await capture([...argv, '--profile', 'reference']);
    server.close();
    assert.equal(code, 3, `${out}${err}`);
    assert.ok(out.includes(`${url}: `), out);
  });
}

test('diff reports what it did, and ends with 0 without differences', async () => {
  const url = reference.base_url;
  const argv = ['diff', '--base-url', url, '--against', url, '--profile', 'reference'];
  const { code, out } = await capture([...argv, '--runs', '3', '--seed', '2']);
  assert.equal(code, 0, out);
  assert.match(out, /^0 differences in 0 operations; 3 sequences, \d+ requests/m);
});
