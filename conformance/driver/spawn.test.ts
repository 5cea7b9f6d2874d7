import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spawnServer } from './spawn.ts';

const target = { headers: {}, tls: { insecure: false }, timeout_ms: 5000, secrets: [] };

/** A server that refuses so many requests with 503 before it is ready; its answers count all of them. */
function startsAfter(refused: number): readonly string[] {
  const program = `let count = 0; require('http').createServer((request, response) => {
    response.writeHead(++count <= ${refused} ? 503 : 200).end(String(count));
  }).listen(process.argv[1], '127.0.0.1')`;
  return [process.execPath, '-e', program, '{port}'];
}

test('a server that says that it is not ready is waited for', async () => {
  const server = await spawnServer({
    command: startsAfter(3),
    start_timeout_ms: 30_000,
    target,
    isStopping: () => false,
  });
  const count = await (await fetch(server.base_url)).text();
  await server.stop();
  assert.equal(count, '5');
});

test('a server that is never ready is left to the run when the time is over', async () => {
  const server = await spawnServer({
    command: startsAfter(Infinity),
    start_timeout_ms: 300,
    target,
    isStopping: () => false,
  });
  assert.equal((await fetch(server.base_url)).status, 503);
  await server.stop();
});
