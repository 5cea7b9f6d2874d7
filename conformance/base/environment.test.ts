import assert from 'node:assert/strict';
import { test } from 'node:test';
import { now, wallClock } from './environment.ts';

test('a clock of the system that is set back shortens no duration', (context) => {
  const start_ms = now();
  const set_ms = Date.now() - 3_600_000;
  context.mock.method(Date, 'now', () => set_ms);
  assert.equal(wallClock(), set_ms);
  const elapsed_ms = now() - start_ms;
  assert.ok(elapsed_ms >= 0 && elapsed_ms < 60_000, `${elapsed_ms}`);
});
