import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type Client, openClient } from '../driver/client.ts';
import { Violation } from '../base/errors.ts';
import type { Target } from '../driver/target.ts';
import type { Delivery, Interceptor } from './mutation.ts';
import { besideProxy, interceptedClient } from './intercept.ts';
import { openProxy } from './proxy.ts';

const server = createServer((incoming, outgoing) => {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify({ method: incoming.method, path: incoming.url }));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const { port } = server.address() as AddressInfo;
const target: Target = {
  base_url: `http://127.0.0.1:${port}`,
  headers: {},
  tls: { insecure: false },
  timeout_ms: 2000,
  secrets: [],
};
const request = { method: 'GET', path: '/a?b=c', headers: { 'X-Note': '1' } };

const teapot: Interceptor = async (wire, forward) => ({
  ...(await forward({ ...wire, path: '/other' })),
  status: 418,
  headers: { 'X-Seen': String(wire.headers['x-note']), connection: 'close' },
});

test('between client and server a fault does what it does as a proxy', async () => {
  const direct = interceptedClient(openClient(target), teapot, 2000);
  const proxy = await openProxy({ intercept: teapot }, target);
  const behind = openClient({ ...target, base_url: proxy.base_url });
  try {
    for (const client of [direct, behind]) {
      const { status, headers, body } = await client.send(request);
      assert.equal(status, 418);
      assert.equal(headers['x-seen'], '1');
      assert.equal(Buffer.from(body).toString(), '{"method":"GET","path":"/other"}');
    }
  } finally {
    direct.close();
    behind.close();
    await proxy.close();
  }
});

test('an answer that never comes is a violation', async () => {
  const client = interceptedClient(openClient(target), () => new Promise(() => undefined), 20);
  await assert.rejects(client.send(request), (error) => {
    return error instanceof Violation && error.kind === 'no-answer';
  });
  client.close();
});

const cases: readonly { readonly delivery: Delivery; readonly shows: (reply: Reply) => boolean }[] =
  [
    { delivery: {}, shows: ({ headers }) => headers['content-length'] === '32' },
    {
      delivery: { chunked: true },
      shows: ({ headers }) => headers['transfer-encoding'] === 'chunked',
    },
    { delivery: { closes: true }, shows: ({ headers }) => headers.connection === 'close' },
    {
      delivery: { capitals: true },
      shows: ({ rawHeaders }) => rawHeaders.includes('CONTENT-TYPE'),
    },
    {
      delivery: { compressed: true },
      shows: ({ headers }) => headers['content-encoding'] === 'gzip',
    },
  ];

type Reply = Pick<IncomingMessage, 'headers' | 'rawHeaders'>;

for (const { delivery, shows } of cases) {
  test(`a proxy delivers ${JSON.stringify(delivery)}`, async () => {
    const intercept: Interceptor = (wire, forward) => forward(wire);
    const proxy = await openProxy({ intercept, delivery }, target);
    const client = openClient({ ...target, base_url: proxy.base_url });
    try {
      const options = { headers: { 'accept-encoding': 'gzip' } };
      const reply = await new Promise<Reply>((resolve) => {
        get(`${proxy.base_url}/a?b=c`, options, (response) => resolve(response.resume()));
      });
      assert.ok(shows(reply), JSON.stringify(reply.rawHeaders));
      const { body } = await client.send(request);
      assert.equal(Buffer.from(body).toString(), '{"method":"GET","path":"/a?b=c"}');
    } finally {
      client.close();
      await proxy.close();
    }
  });
}

test('beside a proxy, only the requests of an intake pass through the interceptor', async () => {
  const seen: string[] = [];
  const client: Client = {
    send: ({ path }) =>
      Promise.resolve({ status: 200, headers: {}, body: Buffer.from(path), duration_ms: 1 }),
    close: () => undefined,
  };
  const noting: Interceptor = (request, forward) => {
    seen.push(request.path);
    return forward(request);
  };
  const both = besideProxy(client, noting, 1000);
  const plain = { method: 'GET', headers: {} };
  await both.send({ ...plain, path: '/books/_search' });
  await both.send({ ...plain, path: '/config', base_url: 'http://127.0.0.1:1' });
  assert.deepEqual(seen, ['/config']);
});
