import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { exchange } from '../testing/client.ts';
import { handClock } from '../testing/hand-clock.ts';
import { startReference } from '../start.ts';
import type { IntakeSettings } from './settings.ts';
import { startIntake } from './start-intake.ts';

const stream = [
  { metadata: { service: { name: 'shop', agent: { name: 'nodejs', version: '4' } } } },
  { log: { message: 'hello' } },
];
const body = stream.map((line) => `${JSON.stringify(line)}\n`).join('');
const sent = { method: 'POST', path: '/intake/v2/events', body };

/** Returns an address on which no server listens. */
async function nowhere(): Promise<string> {
  const server = await startReference({ environment: handClock() });
  await server.stop();
  return server.url;
}

async function start(settings: Partial<IntakeSettings>) {
  const reports: string[] = [];
  const intake = await startIntake({
    settings: { port: 0, ...settings },
    environment: handClock(),
    log: (report) => reports.push(report),
  });
  return { intake, reports };
}

it('takes no events while the search service is down', async () => {
  const { intake, reports } = await start({ service_url: await nowhere() });
  const response = await exchange(intake.url, sent);
  assert.equal(response.status, 503);
  const errors = [{ message: 'service unavailable' }];
  assert.deepEqual(JSON.parse(response.text), { accepted: 0, errors });
  assert.deepEqual(reports, ['the search service does not answer: ECONNREFUSED']);
  await intake.stop();
});

it('takes no events of pages of other sites if it needs no key', async () => {
  const reference = await startReference();
  const { intake } = await start({ service_url: reference.url });
  const statusOf = async (headers: Record<string, string>) =>
    (await exchange(intake.url, { ...sent, headers })).status;
  assert.equal(await statusOf({ origin: 'http://evil.example' }), 403);
  assert.equal(await statusOf({ 'sec-fetch-site': 'cross-site' }), 403);
  assert.equal(await statusOf({ host: 'evil.example' }), 403);
  assert.equal(await statusOf({ origin: intake.url }), 202);
  await intake.stop();
  await reference.stop();
});

it('does not count keys that cannot be checked towards the limit', async () => {
  const { intake } = await start({
    service_url: await nowhere(),
    apiKeyEnabled: true,
    apiKeyLimit: 1,
  });
  for (const id of ['a', 'b']) {
    const authorization = `ApiKey ${Buffer.from(`${id}:secret`).toString('base64')}`;
    const response = await exchange(intake.url, { ...sent, headers: { authorization } });
    assert.deepEqual([response.status, response.text], [503, '{"error":"service unavailable"}\n']);
  }
  await intake.stop();
});

/** Starts an intake whose search service answers as told. */
async function startBefore(answer: RequestListener) {
  const service = createServer(answer).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const { intake, reports } = await start({ service_url: `http://127.0.0.1:${port}` });
  const stop = async (): Promise<void> => {
    service.closeAllConnections();
    service.close();
    await intake.stop();
  };
  return { url: intake.url, reports, stop };
}

it('does not wait for an answer that is none', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: a\r\n\r\n';
  const { url, reports, stop } = await startBefore(({ socket }) => void socket.write(upgrade));
  assert.equal((await exchange(url, sent)).status, 503);
  assert.deepEqual(reports, ['the search service does not answer: it closes the connection']);
  await stop();
});
