import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startReference } from './index.ts';
import { exchange, lineSender } from './testing/client.ts';

const json = { 'content-type': 'application/json' };

test('a fault answers some requests of an operation with a status', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  server.faults.add({ operation: 'search', status: 429, retryAfter: 2, times: 2, after: 1 });
  const lines = ['GET /_search', 'POST /_search', 'GET /_count', 'GET /a*/_search', 'GET /_search'];
  const answers = [];
  for (const line of lines) answers.push(await send(line));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 429, 200, 429, 200],
  );
  const refused = answers[1];
  assert.equal(refused?.headers['retry-after'], '2');
  assert.match(refused?.text ?? '', /"too_many_requests_exception".*"status":429/);
  assert.deepEqual(server.faults.list(), []);
});

test('a fault with a status keeps a request from being carried out', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  server.faults.add({ method: 'put', path: '/books/*', status: 503 });
  const write = () => send('PUT /books/_doc/1', { body: { n: 1 } });
  assert.equal((await send('PUT /other/_doc/1', { body: {} })).status, 201);
  assert.equal((await write()).status, 503);
  assert.equal((await send('GET /books/_doc/1')).status, 404);
  assert.equal((await write()).status, 201);
});

test('a cut connection hides whether the request was carried out', async () => {
  await using server = await startReference();
  const send = lineSender(() => server.url);
  for (const [cut, status] of [
    ['before', 404],
    ['after', 200],
  ] as const) {
    server.faults.add({ operation: 'indexDocument', cut });
    await assert.rejects(send(`PUT /${cut}/_doc/1`, { body: {} }), { code: 'ECONNRESET' });
    assert.equal((await send(`GET /${cut}/_doc/1`)).status, status);
  }
});

test('a truncated answer has its length, and half of its body', async () => {
  await using server = await startReference();
  await server.seed(
    Array.from({ length: 3000 }, (_, n) => ({ n, text: 'x'.repeat(50) })),
    { index: 'a' },
  );
  const bodies = [{ size: 1 }, { size: 1000 }];
  for (const body of bodies) {
    server.faults.add({ operation: 'search', truncate: true });
    const got = await raw(server.url, '/a/_search', JSON.stringify(body));
    const [head = '', text = ''] = got.split(/\r\n\r\n(.*)/s);
    assert.match(head, /^HTTP\/1.1 200 OK/);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    assert.equal(text.length, Math.floor(length / 2));
    assert.throws(() => JSON.parse(text), SyntaxError);
  }
  server.faults.add({ operation: 'runQuery', truncate: true });
  const query = JSON.stringify({ query: 'FROM a | LIMIT 3000' });
  const response = await fetch(`${server.url}/_query`, {
    method: 'POST',
    headers: json,
    body: query,
  });
  await assert.rejects(response.text());
});

test('a delay follows the clock of the server, and ends when faults are removed', async () => {
  await using server = await startReference();
  server.faults.add({ delay: '1h', times: 2 });
  const ends: number[] = [];
  const call = async (nth: number) => {
    await exchange(server.url, { path: '/' });
    ends.push(nth);
  };
  const first = call(1);
  while (server.faults.list()[0]?.left !== 1) await new Promise(setImmediate);
  assert.deepEqual(ends, []);
  server.advance('1h');
  await first;
  const second = call(2);
  while (server.faults.list().length > 0) await new Promise(setImmediate);
  server.faults.clear();
  await second;
  assert.deepEqual(ends, [1, 2]);
});

const wrong: readonly (readonly [rule: object, reason: RegExp])[] = [
  [{}, /needs one of \[status\]/],
  [{ operation: 'serach', status: 503 }, /no operation \[serach\], did you mean \[search\]/],
  [{ status: 200 }, /from \[400\] to \[599\]/],
  [{ status: 503, cut: 'after' }, /only one of/],
  [{ cut: 'now' }, /must be one of \[before, after\]/],
  [{ delay: '5' }, /unit is missing/],
  [{ delay: '-1' }, /must not be negative/],
  [{ status: 503, times: 0 }, /\[times\] must be at least \[1\]/],
  [{ delay: '1s', retryAfter: 1 }, /needs \[status\]/],
  [{ status: 503, teims: 1 }, /does not support \[teims\]/],
];
for (const [rule, reason] of wrong) {
  test(`a wrong rule is refused: ${JSON.stringify(rule)}`, async () => {
    await using server = await startReference({ testControl: true });
    assert.throws(() => server.faults.add(rule), reason);
  });
}

test('another process controls faults and reads requests over HTTP, also as the official clients send them', async () => {
  await using server = await startReference({ testControl: true });
  const type = 'application/vnd.elasticsearch+json; compatible-with=9';
  const headers = { accept: type, 'content-type': type };
  const send = (method: string, path: string, body?: object) =>
    exchange(server.url, {
      method,
      path,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const rule = { operation: 'count', status: 503, retry_after: 3 };
  assert.equal((await send('POST', '/_test/faults', rule)).status, 200);
  const listed = JSON.parse((await send('GET', '/_test/faults')).text);
  assert.deepEqual(listed, { faults: [{ ...rule, left: 1 }] });
  const failed = await exchange(server.url, { path: '/_count?ignore_unavailable=true' });
  assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '3']);
  const { requests } = JSON.parse((await send('GET', '/_test/requests?operation=count')).text);
  assert.equal(requests.length, 1);
  const { time, ...request } = requests[0];
  assert.ok(Math.abs(time - Date.now()) < 60_000);
  assert.deepEqual(request, {
    method: 'GET',
    path: '/_count',
    query: { ignore_unavailable: 'true' },
    operation: 'countAllByGet',
    status: 503,
    fault: true,
  });
  assert.equal((await send('POST', '/_test/clock', { advance: '1m' })).status, 200);
  for (const path of ['/_test/faults', '/_test/requests']) {
    assert.equal((await send('DELETE', path)).status, 200);
  }
  assert.match((await send('GET', '/_test/requests?op=count')).text, /unknown parameter \[op\]/);
});

test('requests are recorded in order, with their bodies, but without secrets, and only the latest', async () => {
  await using server = await startReference({ recordedRequests: 4 });
  const send = lineSender(() => server.url);
  await server.seed([{ n: 1 }], { index: 'a' });
  await send('GET /');
  await send('PUT /_security/user/ada', {
    as: 'Basic xyz',
    body: { password: 'a secret', roles: [] },
  });
  await send('POST /_bulk', { body: '{"index":{"_index":"a"}}\n{"n":2}' });
  await send('POST /a/_search?size=1', { body: { query: { match_all: {} } } });
  await send('POST /nowhere', { body: 'plain' });
  const list = server.requests.list().map((request) => ({ ...request, time: 0 }));
  assert.deepEqual(list.slice(1), [
    {
      method: 'POST',
      path: '/_bulk',
      query: {},
      operation: 'bulk',
      status: 200,
      time: 0,
      body: [{ index: { _index: 'a' } }, { n: 2 }],
    },
    {
      method: 'POST',
      path: '/a/_search',
      query: { size: '1' },
      operation: 'search',
      status: 200,
      time: 0,
      body: { query: { match_all: {} } },
    },
    { method: 'POST', path: '/nowhere', query: {}, status: 405, time: 0, body: 'plain\n' },
  ]);
  assert.equal(list[0]?.path, '/_security/user/ada');
  assert.doesNotMatch(JSON.stringify(list), /a secret|Basic/);
  server.reset();
  assert.deepEqual(server.requests.list(), []);
});

/** Sends a search over a connection of its own; returns all that is answered until the connection ends. */
async function raw(url: string, path: string, body: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('utf8');
}
