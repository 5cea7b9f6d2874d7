import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { after, before, test } from 'node:test';
import { at, defined, ConnectionLost, TargetLost, Violation } from '../base/errors.ts';
import { anywhere } from '../testing/mutated-session.ts';
import { openClient } from './client.ts';
import type { Target } from './target.ts';

/** A body without an end. */
const endless = Readable.from(
  (function* (): Generator<Buffer> {
    for (;;) yield Buffer.alloc(2 ** 20);
  })(),
);
/** Pieces of a body, each of one byte, and what is called when they have been sent. */
const crumb = '1\r\na\r\n';
const crumbs = 1_000_000;
let crumbled: (socket: Socket) => void;
let server: Server;
let target: Target;

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/cut') return void response.destroy();
      if (request.url === '/silent') return undefined;
      if (request.url === '/extension') {
        const start = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;';
        request.socket.write(start);
        return void setTimeout(50).then(() => request.socket.end('a'.repeat(100_000)));
      }
      if (request.url === '/crumbs') {
        request.socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
        return void request.socket.write(crumb.repeat(crumbs), () => crumbled(request.socket));
      }
      if (request.url === '/endless') return void endless.pipe(response);
      if (request.url === '/no-gzip') response.setHeader('content-encoding', 'gzip');
      if (request.url === '/close') response.setHeader('connection', 'close');
      response.setHeader('x-method', request.method ?? '');
      response.setHeader('x-url', request.url ?? '');
      return response.end(Buffer.concat([Buffer.from([0xff, 0x00]), ...chunks]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  target = { ...anywhere, base_url: `http://127.0.0.1:${port}`, timeout_ms: 500 };
});

after(() => {
  server.close();
  server.closeAllConnections();
});

test('bodies are sent and received as bytes, and paths are sent unchanged', async () => {
  const client = openClient(target);
  const headers = { 'content-type': 'application/json' };
  for (const method of ['GET', 'DELETE', 'POST']) {
    const path = '/a%2Cb/%3Clogs-%7Bnow%2Fd%7D%3E?x=%20';
    const response = await client.send({ method, path, headers, body: '{"a": """}' });
    assert.equal(response.headers['x-method'], method);
    assert.equal(response.headers['x-url'], path);
    assert.deepEqual([...response.body.subarray(0, 2)], [0xff, 0x00]);
    assert.equal(Buffer.from(response.body.subarray(2)).toString(), '{"a": """}');
  }
  client.close();
});

test('a response that cannot be read is a violation, not the loss of the server', async () => {
  const client = openClient({ ...target, timeout_ms: 20_000 });
  for (const [path, reason] of [
    ['/no-gzip', /incorrect header check \(Z_DATA_ERROR\)/],
    ['/endless', /Maximum response size reached \(ETOOLARGE\)/],
  ] as const) {
    await assert.rejects(client.send({ method: 'GET', path, headers: {} }), (error) => {
      assert.ok(error instanceof Violation);
      assert.equal(error.kind, 'malformed');
      assert.match(error.message, reason);
      return true;
    });
  }
  client.close();
});

test('what else goes wrong with a response that cannot be read is not printed', async (t) => {
  const warned = t.mock.method(console, 'warn', () => undefined);
  const client = openClient(target);
  const wire = { method: 'GET', path: '/extension', headers: {} };
  await assert.rejects(client.send(wire), { kind: 'malformed' });
  client.close();
  await setTimeout(50);
  assert.equal(warned.mock.callCount(), 0);
});

test('a truncated or missing response of a reachable server is a violation', async () => {
  const client = openClient(target);
  for (const path of ['/cut', '/silent']) {
    const sent = client.send({ method: 'GET', path, headers: {} });
    await assert.rejects(sent, (error) => error instanceof Violation && error.kind === 'no-answer');
  }
  client.close();
});

/** What a server does with the second request of a kept connection. */
const cuts: Readonly<Record<string, (socket: Socket) => void>> = {
  'without a byte': (socket) => socket.resetAndDestroy(),
  'after the start of the response': (socket) =>
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf', () => socket.destroy()),
};

/** Sends two requests; the connection of the second, kept or new, is cut. Returns the methods of the cut path that arrived. */
async function sendAfterCut(
  method: string,
  cut: (socket: Socket) => void,
  { keepAlive, query = '' }: { readonly keepAlive: boolean; readonly query?: string },
): Promise<{ readonly seen: readonly string[]; readonly end: unknown }> {
  const seen: string[] = [];
  const cutting = createServer((request, response) => {
    const isCut = request.url?.startsWith('/cut') === true;
    if (isCut) seen.push(request.method ?? '');
    if (isCut && seen.length === 1) cut(request.socket);
    else response.end('{}');
  });
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
  const { port } = cutting.address() as AddressInfo;
  const at = { ...target, base_url: `http://127.0.0.1:${port}` };
  const client = openClient(at, { keepAlive });
  await client.send({ method: 'GET', path: '/', headers: {} });
  const end: unknown = await client
    .send({ method, path: `/cut${query}`, headers: {} })
    .catch((error: unknown) => error);
  client.close();
  cutting.close();
  cutting.closeAllConnections();
  return { seen, end };
}

for (const [method, connection] of [
  ['GET', 'kept'],
  ['HEAD', 'kept'],
  ['GET', 'new'],
  ['OPTIONS', 'new'],
] as const) {
  test(`a ${method} whose ${connection} connection is cut is sent again, and the exchange says so`, async () => {
    const cut = at(Object.values(cuts), 0);
    const { seen, end } = await sendAfterCut(method, cut, { keepAlive: connection === 'kept' });
    assert.deepEqual(seen, [method, method]);
    assert.match(String(Reflect.get(Object(end), 'resent')), /closed the connection .*ECONNRESET/);
  });
}

for (const [method, when, query] of [
  ['POST', 'without a byte', ''],
  ['PUT', 'without a byte', ''],
  ['DELETE', 'without a byte', ''],
  ['GET', 'without a byte', '?scroll=1m'],
  ['POST', 'after the start of the response', ''],
  ['GET', 'after the start of the response', ''],
] as const) {
  test(`a ${method} ${query} that was cut ${when} is not sent again`, async () => {
    for (const keepAlive of [true, false]) {
      const cut = defined(cuts[when], when);
      const { seen, end } = await sendAfterCut(method, cut, { keepAlive, query });
      assert.ok(end instanceof Violation && end.kind === 'no-answer', String(end));
      assert.equal(end instanceof ConnectionLost, when === 'without a byte');
      assert.deepEqual(seen, [method]);
    }
  });
}

test('after a server has closed a kept connection, each request gets a new one', async () => {
  const sockets = new Set<Socket>();
  let cuts = false;
  const closing = createServer(({ socket }, response) => {
    if (!cuts) return void response.end('{}');
    cuts = false;
    return void socket.resetAndDestroy();
  });
  closing.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
  const { port } = closing.address() as AddressInfo;
  const client = openClient(
    { ...target, base_url: `http://127.0.0.1:${port}` },
    { keepAlive: true },
  );
  const send = () => client.send({ method: 'GET', path: '/', headers: {} });
  for (let sent = 0; sent < 3; sent += 1) await send();
  assert.equal(sockets.size, 1);
  cuts = true;
  assert.match((await send()).resent ?? '', /ECONNRESET/);
  for (let sent = 0; sent < 3; sent += 1) await send();
  assert.equal(sockets.size, 5);
  client.close();
  closing.close();
  closing.closeAllConnections();
});

test('an unreachable server is a lost target', async () => {
  const client = openClient({ ...target, base_url: 'http://127.0.0.1:1' });
  await assert.rejects(client.send({ method: 'GET', path: '/', headers: {} }), TargetLost);
  client.close();
});

test('a body in pieces of a byte takes little more memory than its bytes', async () => {
  const client = openClient({ ...target, timeout_ms: 60_000 });
  const before_bytes = heldBytes();
  const sent = new Promise<Socket>((resolve) => {
    crumbled = resolve;
  });
  const answer = client.send({ method: 'GET', path: '/crumbs', headers: {} });
  const socket = await sent;
  await setTimeout(1000);
  const held_bytes = heldBytes() - before_bytes;
  socket.end('0\r\n\r\n');
  assert.equal((await answer).body.length, crumbs);
  assert.ok(held_bytes < 32 * crumbs, `${held_bytes} bytes are held`);
  client.close();
});

/** The memory in use after a collection of garbage. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
