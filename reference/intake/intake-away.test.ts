import assert from 'node:assert/strict';
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
  const environment = handClock();
  const intake = await startIntake({
    settings: { port: 0, ...settings },
    environment,
    log: (report) => reports.push(report),
  });
  return { intake, reports, environment };
}

it('keeps a limited number of events while the search service is down, and stores them later', async () => {
  const reference = await startReference();
  const { port } = new URL(reference.url);
  await reference.stop();
  const settings = { service_url: reference.url, queueEvents: 2 };
  const { intake, reports, environment } = await start(settings);
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await exchange(intake.url, sent)).status);
  assert.deepEqual(statuses, [202, 202, 503]);
  const full = await exchange(intake.url, sent);
  assert.deepEqual(JSON.parse(full.text), { accepted: 0, errors: [{ message: 'queue is full' }] });
  for (let tries = 0; reports.length === 0; tries++) {
    assert.ok(tries < 1000, 'the intake reports no failure');
    await exchange(intake.url, { path: '/' });
  }
  assert.match(
    reports.join(),
    /^the search service does not answer: ECONNREFUSED; the events stay in the queue$/,
  );

  const again = await startReference({ port: Number(port) });
  environment.advance(1000);
  await intake.stop();
  const path = '/logs-apm.app-default/_count';
  await exchange(again.url, { method: 'POST', path: '/_refresh' });
  assert.equal(JSON.parse((await exchange(again.url, { path })).text).count, 2);
  await again.stop();
});

it('takes no events of pages of other sites if it needs no key', async () => {
  const { intake } = await start({ service_url: await nowhere() });
  const statusOf = async (headers: Record<string, string>) =>
    (await exchange(intake.url, { ...sent, headers })).status;
  assert.equal(await statusOf({ origin: 'http://evil.example' }), 403);
  assert.equal(await statusOf({ 'sec-fetch-site': 'cross-site' }), 403);
  assert.equal(await statusOf({ host: 'evil.example' }), 403);
  assert.equal(await statusOf({ origin: intake.url }), 202);
  await intake.stop();
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
