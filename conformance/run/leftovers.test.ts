import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { beginShutdown, endShutdown } from '../base/environment.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { sweep } from './leftovers.ts';

test('nothing is read or removed of an answer that came after the process was asked to stop', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    beginShutdown();
    response.setHeader('content-type', 'application/json');
    response.end('{"data_streams":[{"name":"ck-000000aaaa-0-1-x"}]}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = {
    base_url: `http://127.0.0.1:${port}`,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 5000,
    secrets: [],
  };
  const { removed } = await sweep(target, defaultProfile, { now_ms: 1e12, olderThan_ms: 0 });
  endShutdown();
  server.close();
  assert.deepEqual([asked, removed], [['GET /_data_stream'], []]);
});
