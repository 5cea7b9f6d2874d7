import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storeEvents } from './store-events.ts';

it('reports the beginning of the first reason why events are refused, without control characters', async () => {
  const reports: string[] = [];
  const error = { reason: `\u001b[2J${'x'.repeat(100_000)}` };
  const body = { errors: true, items: [{ create: { error } }, { create: { error } }] };
  const service = { send: () => Promise.resolve({ status: 200, body }) };
  const log = (report: string) => void reports.push(report);
  const documents = [{ index: 'logs-apm.app-default', source: '{}' }];
  await storeEvents(documents, { service, log });
  const [report = ''] = reports;
  assert.match(report, /^2 events are lost: the search service refused them: [ -~]*xxx$/);
  assert.ok(report.length < 1200, `${report.length} characters`);
});
