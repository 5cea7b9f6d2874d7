import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { beginShutdown, endShutdown } from '../base/environment.ts';
import type { WireResponse } from '../base/exchange.ts';
import { type SchemaCheck, sendExchange } from './exchange.ts';
import { defaultProfile } from './load-profile.ts';

afterEach(endShutdown);

const answer: WireResponse = { status: 200, headers: {}, body: Buffer.from('{}'), duration_ms: 1 };

/** Sends a request; `meanwhile` runs before its answer comes. Returns how often a schema was compared. */
async function judged(meanwhile: () => void): Promise<number> {
  let count = 0;
  const check: SchemaCheck = {
    judge() {
      count += 1;
      return { operation: undefined, problems: [] };
    },
  };
  const client = {
    send(): Promise<WireResponse> {
      meanwhile();
      return Promise.resolve(answer);
    },
    close: () => undefined,
  };
  const request = { method: 'GET', path: '/', headers: {} };
  await sendExchange({ client, profile: defaultProfile, check }, request, 'regular');
  return count;
}

test('an answer is compared with its schema', async () => {
  assert.equal(await judged(() => undefined), 1);
});

test('an answer that comes after the process was asked to stop is not', async () => {
  assert.equal(await judged(beginShutdown), 0);
});
