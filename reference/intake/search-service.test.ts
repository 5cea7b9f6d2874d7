import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { systemEnvironment } from '../base/environment.ts';
import { usedMemory } from '../testing/used-memory.ts';
import { connectService } from './search-service.ts';

/** Sends a request to a service that answers as told; returns the body of the answer, and how often others had a turn. */
async function exchange(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const environment = systemEnvironment();
  let turns = 0;
  const service = connectService(`http://127.0.0.1:${port}`, undefined, {
    ...environment,
    async yieldToEventLoop() {
      turns++;
      await environment.yieldToEventLoop();
    },
  });
  const request = { path: '/', body: '', type: 'application/json' } as const;
  const { body } = await service.send(request).finally(() => server.close());
  return { body, turns };
}

test('an answer whose bytes come one by one takes as much memory as it has bytes', async () => {
  const count = 20_000;
  let more = Infinity;
  const { body } = await exchange(async ({ socket }, response) => {
    socket.setNoDelay();
    const least = usedMemory();
    for (let left = count; left > 0; left--) {
      response.write(' ');
      await turn();
    }
    more = usedMemory() - least;
    response.end('{}');
  });
  assert.deepEqual(body, {});
  assert.ok(more < 50 * count, `${more} bytes`);
});

test('an answer of many pieces, or many before it, is read in turns with other work', async () => {
  const begin = 'HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  const heads = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(20_000);
  for (const text of [`${begin}${'1\r\n \r\n'.repeat(200_000)}`, `${heads}${begin}`]) {
    const { body, turns } = await exchange(({ socket }) =>
      socket.end(`${text}2\r\n{}\r\n0\r\n\r\n`),
    );
    assert.deepEqual(body, {});
    assert.ok(turns >= 5, `${turns} turns`);
  }
});
