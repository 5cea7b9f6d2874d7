import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '../base/environment.ts';
import { openOutbox } from './outbox.ts';

const response = { status: 200, headers: {}, body: Buffer.alloc(0), duration_ms: 1 };
const wire = { method: 'PUT', path: '/books', headers: {} };

test('messages are sent together, before the next request and at the latest in the next turn', async () => {
  const events: unknown[] = [];
  const outbox = openOutbox((messages) => events.push(messages));
  const client = outbox.ahead({
    async send({ path }) {
      events.push(path);
      return response;
    },
    close: () => undefined,
  });
  const [first, second] = ['a', 'b'].map((secret) => ({ type: 'secret', secret }) as const);
  assert.ok(first !== undefined && second !== undefined);
  outbox.send(first);
  outbox.send(second);
  assert.deepEqual(events, []);
  const sent = client.send(wire);
  assert.deepEqual(events, [[first, second], '/books']);
  await sent;
  outbox.send(first);
  await pause(0);
  await pause(0);
  assert.deepEqual(events.slice(2), [[first]]);
});
