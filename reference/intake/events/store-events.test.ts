import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { JsonValue } from '../../base/json.ts';
import { IntakeRefusal } from '../request-stream.ts';
import { storeEvents } from './store-events.ts';

async function reportOf(body: JsonValue): Promise<string> {
  const reports: string[] = [];
  const service = { send: () => Promise.resolve({ status: 200, body }) };
  const log = (report: string) => void reports.push(report);
  const documents = [{ index: 'logs-apm.app-default', source: '{}' }];
  await storeEvents(documents, { service, log }).catch((error: unknown) => {
    assert.ok(error instanceof IntakeRefusal && error.status === 503);
  });
  return reports.join('|');
}

it('reports the beginning of the first reason why events are refused, without control characters', async () => {
  const error = { reason: `\u001b[2J${'x'.repeat(100_000)}` };
  const body = { errors: true, items: [{ create: { error } }, { create: { error } }] };
  const report = await reportOf(body);
  assert.match(report, /^2 events are lost: the search service refused them: [ -~]*xxx$/);
  assert.ok(report.length < 1200, `${report.length} characters`);
});

const noResult = 'the search service did not store the events: its answer is not one of _bulk';
const lost = (count: string) =>
  `${count} events are lost: the search service refused them: without a reason`;
const strange: readonly (readonly [JsonValue, string])[] = [
  [{}, noResult],
  [null, noResult],
  [[], noResult],
  [{ errors: 'true' }, noResult],
  [{ errors: true }, lost('some')],
  [{ errors: true, items: [null, { create: { error: { reason: 10n ** 30n } } }] }, lost('1')],
  [{ errors: false }, ''],
];
for (const [body, report] of strange) {
  const name = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? 'big' : value));
  it(`loses no event without a word after the answer ${name}`, async () => {
    assert.equal(await reportOf(body), report);
  });
}
