import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import { startServer } from './server.ts';

const address = { host: '127.0.0.1', port: 0 };

describe('a server', () => {
  it('finishes running requests when it stops, and does not wait for idle connections', async () => {
    const agent = new Agent({ keepAlive: true });
    const arrivals = new EventEmitter();
    const server = await startServer(
      (request, response) => {
        if (request.url === '/slow') arrivals.emit('slow', response);
        else response.end('at once');
      },
      address,
      systemEnvironment(),
    );
    const arrived = once(arrivals, 'slow');
    const idle = await read(get(`${server.url}/`, { agent }));
    const slow = read(get(`${server.url}/slow`, { agent: new Agent({ keepAlive: true }) }));
    const [response] = (await arrived) as [ServerResponse];
    const stopped = server.stop();
    response.end('late');
    assert.deepEqual([idle, await slow], ['at once', 'late']);
    await stopped;
    await assert.rejects(read(get(server.url)), /ECONNREFUSED/);
  });

  it('answers bytes that are not an HTTP request', async () => {
    const server = await startServer(() => undefined, address, systemEnvironment());
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('nonsense\r\n\r\n');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(socket, 'close');
    assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.equal(JSON.parse(text.split('\r\n\r\n')[1] ?? '').status, 400);
    await server.stop();
  });

  it('closes connections whose headers do not end, even if the client keeps its side open', async () => {
    const limits = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 };
    const server = await startServer(
      () => assert.fail('no request is complete'),
      { ...address, limits },
      systemEnvironment(),
    );
    const port = Number(new URL(server.url).port);
    const texts = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        const answer: string[] = [];
        socket.on('data', (chunk: Buffer) => answer.push(chunk.toString()));
        // The server has to close the connection: this side is never ended, and written to until that fails.
        socket.on('error', () => undefined);
        socket.write('GET / HTTP/1.1\r\nHost: a\r\nName: ');
        const writes = setInterval(() => socket.write('x'), 20);
        await new Promise((resolve) => socket.once('close', resolve));
        clearInterval(writes);
        return answer.join('');
      }),
    );
    for (const text of texts) assert.match(text, /^HTTP\/1\.1 408 Request Timeout/);
    await server.stop();
  });

  it('answers a header that is too long', async () => {
    const server = await startServer(() => undefined, address, systemEnvironment());
    const headers = { long: 'x'.repeat(70_000) };
    const request = get(server.url, { headers });
    const [response] = await once(request, 'response');
    assert.equal(response.statusCode, 431);
    await server.stop();
  });
});

async function read(request: ReturnType<typeof get>): Promise<string> {
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}
