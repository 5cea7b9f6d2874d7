import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { openClient } from './client.ts';
import { TargetLost, Violation } from '../base/errors.ts';
import type { Target } from './target.ts';

let server: Server;
let target: Target;

before(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/cut') return void response.destroy();
      if (request.url === '/silent') return undefined;
      if (request.url === '/close') response.setHeader('connection', 'close');
      response.setHeader('x-method', request.method ?? '');
      response.setHeader('x-url', request.url ?? '');
      return response.end(Buffer.concat([Buffer.from([0xff, 0x00]), ...chunks]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  target = {
    base_url: `http://127.0.0.1:${port}`,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 500,
    secrets: [],
  };
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

test('a truncated or missing response of a reachable server is a violation', async () => {
  const client = openClient(target);
  for (const path of ['/cut', '/silent']) {
    const sent = client.send({ method: 'GET', path, headers: {} });
    await assert.rejects(sent, (error) => error instanceof Violation && error.kind === 'no-answer');
  }
  client.close();
});

test('an unreachable server is a lost target', async () => {
  const client = openClient({ ...target, base_url: 'http://127.0.0.1:1' });
  await assert.rejects(client.send({ method: 'GET', path: '/', headers: {} }), TargetLost);
  client.close();
});
