import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReferenceServer } from '../reference-server.ts';
import { startReference } from '../start.ts';
import { usedMemory } from '../testing/used-memory.ts';

let server: ReferenceServer;
before(async () => {
  server = await startReference({});
});
after(() => server.stop());

async function opened(head: string) {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /_search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${head}\r\n\r\n`,
  );
  return socket;
}

test('a body in pieces of a byte takes as much memory as it has bytes', async () => {
  const count = 100_000;
  const pieces = '1\r\n \r\n'.repeat(count);
  const socket = await opened('Transfer-Encoding: chunked');
  const least = usedMemory();
  await new Promise((resolve) => socket.write(pieces, resolve));
  await sleep(2000);
  const more = usedMemory() - least;
  assert.ok(more < 50 * count, `${more} bytes`);
  socket.write('2\r\n{}\r\n0\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('bodies that are announced and not sent keep no other request from memory', async () => {
  const announced = await Promise.all(
    Array.from({ length: 110 }, () => opened(`Content-Length: ${10 * 2 ** 20}`)),
  );
  await sleep(500);
  const body = JSON.stringify({ texts: Array.from({ length: 9 }, () => 'x'.repeat(1_000_000)) });
  const headers = { 'content-type': 'application/json' };
  const { status } = await fetch(`${server.url}/texts/_doc/1`, { method: 'PUT', headers, body });
  assert.equal(status, 201);
  for (const socket of announced) socket.destroy();
});
