import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now } from '../base/environment.ts';
import type { WireRequest, WireResponse } from '../base/exchange.ts';
import type { Client } from '../driver/client.ts';
import { waitingForNewKeys } from './patience.ts';
import { inBase64 } from './secrets.ts';

const creation = { method: 'POST', path: '/_security/api_key', headers: {} };
const use = (credential: string): WireRequest => ({
  method: 'GET',
  path: '/_security/_authenticate',
  headers: { authorization: `ApiKey ${inBase64(credential)}` },
});

/** A server that creates the key `1:secret` and refuses every key for some requests. */
function serverKnowingAfter(refusals: number): Client & { readonly uses: () => number } {
  let uses = 0;
  const reply = (status: number, body: object): WireResponse => {
    const headers = { 'content-type': 'application/json' };
    return { status, headers, body: Buffer.from(JSON.stringify(body)), duration_ms: 1 };
  };
  return {
    uses: () => uses,
    close: () => undefined,
    async send({ method }) {
      if (method === 'POST') return reply(200, { id: '1', api_key: 'secret' });
      uses += 1;
      return uses > refusals ? reply(200, {}) : reply(401, {});
    },
  };
}

test('a key that the server does not know at once is used again', async () => {
  const client = waitingForNewKeys(serverKnowingAfter(3));
  const created = await client.send(creation);
  const used = await client.send(use('1:secret'));
  assert.deepEqual([created.resent, used.status], [undefined, 200]);
  assert.match(used.resent ?? '', /new key/);
});

test('a key that stays unknown is refused after a second, and then at once', async () => {
  const server = serverKnowingAfter(Infinity);
  const client = waitingForNewKeys(server);
  await client.send(creation);
  const started_ms = now();
  assert.equal((await client.send(use('1:secret'))).status, 401);
  assert.ok(now() - started_ms >= 900);
  const uses = server.uses();
  assert.equal((await client.send(use('1:secret'))).status, 401);
  assert.equal(server.uses(), uses + 1);
});

test('a credential that no key has is used once', async () => {
  const server = serverKnowingAfter(Infinity);
  const client = waitingForNewKeys(server);
  await client.send(creation);
  assert.equal((await client.send(use('1:other'))).status, 401);
  assert.equal(server.uses(), 1);
});
