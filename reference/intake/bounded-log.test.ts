import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { exchange } from '../testing/client.ts';
import { handClock } from '../testing/hand-clock.ts';
import { boundedLog } from './bounded-log.ts';
import { startIntake } from './start-intake.ts';

it('writes sixty reports a minute, and how many it has left out', () => {
  const clock = handClock();
  const written: string[] = [];
  const log = boundedLog((report) => written.push(report), clock);
  for (let n = 0; n < 1000; n++) log(`report ${n}`);
  assert.deepEqual(
    written,
    [...Array(60).keys()].map((n) => `report ${n}`),
  );
  clock.advance(60_000);
  log('later');
  assert.deepEqual(written.slice(60), ['940 more reports were left out', 'later']);
  clock.advance(60_000);
  log('much later');
  assert.deepEqual(written.slice(62), ['much later']);
});

it('masks the credentials of the intake that the search service repeats', async () => {
  const password = 'pass-word-of-the-intake';
  const credentials = Buffer.from(`intake:${password}`).toString('base64');
  const service = createServer((request, response) => {
    const { authorization } = request.headers;
    const reason = `refused ${authorization}, which is intake:${password} with ${password}`;
    const errors = { errors: true, items: [{ create: { error: { reason } } }] };
    response.end(JSON.stringify(errors));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const reports: string[] = [];
  const intake = await startIntake({
    settings: { port: 0, service_url: `http://127.0.0.1:${port}` },
    authorization: `Basic ${credentials}`,
    log: (report) => reports.push(report),
  });
  const agent = { name: 'nodejs', version: '4' };
  const lines = [{ metadata: { service: { name: 'shop', agent } } }, { log: { message: 'm' } }];
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  await exchange(intake.url, { method: 'POST', path: '/intake/v2/events', body });
  assert.deepEqual(reports, [
    '1 events are lost: the search service refused them: refused Basic [masked], which is [masked] with [masked]',
  ]);
  await intake.stop();
  service.close();
});
