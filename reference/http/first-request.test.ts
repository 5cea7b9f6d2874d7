import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReference } from '../start.ts';
import { handClock } from '../testing/hand-clock.ts';

test('a request lets others run after its handler is loaded, which takes time', async () => {
  let elapsed_ms = 0;
  let yields = 0;
  const environment = {
    ...handClock(),
    elapsed: () => (elapsed_ms += 5),
    yieldToEventLoop: () => {
      yields++;
      return Promise.resolve();
    },
  };
  const server = await startReference({ environment });
  yields = 0;
  const { status } = await fetch(server.url);
  const counted = yields;
  await server.stop();
  assert.equal(status, 200);
  assert.ok(counted > 0);
});
