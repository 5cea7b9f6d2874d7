import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { Incomplete, Violation } from '../base/errors.ts';
import { patientClient } from './patience.ts';

let server: Server;
let received = 0;
let baseUrl = '';

before(async () => {
  server = createServer((request, response) => {
    received += 1;
    if (request.url === '/_query') return;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const wire = { method: 'POST', path: '/_query', headers: {} };

test('an operation that did not answer three times is not waited for in full, and after ten not asked', async () => {
  const target = {
    base_url: baseUrl,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 200,
    secrets: [],
  };
  const client = patientClient(target, new Map());
  try {
    for (const _ of [1, 2, 3]) await assert.rejects(client.send(wire), Violation);
    for (let times = 0; times < 7; times += 1) {
      await assert.rejects(client.send(wire), (error) => {
        assert.ok(error instanceof Incomplete);
        assert.match(error.message, /POST \/_query did not answer before: not waited for/);
        return true;
      });
    }
    assert.equal(received, 10);
    await assert.rejects(client.send(wire), /10 times in a row: no request is sent/);
    assert.equal(received, 10);
    const other = await client.send({ ...wire, path: '/_search' });
    assert.equal(other.status, 200, 'other operations are not concerned');
  } finally {
    client.close();
  }
});
