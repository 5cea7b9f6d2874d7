import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { catchInterrupt } from './interrupt.ts';

// A handler of signals does not keep the process alive by itself.
let alive: NodeJS.Timeout;
before(() => void (alive = setInterval(() => undefined, 1000)));
after(() => clearInterval(alive));

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test('a signal that comes after an interrupted run has ended does not change its exit code', async () => {
  const interrupt = catchInterrupt();
  const stopped = new Promise<void>((resolve) => interrupt.onStop(resolve));
  process.kill(process.pid, 'SIGTERM');
  await stopped;
  interrupt.release();
  process.kill(process.pid, 'SIGTERM');
  await pause();
  assert.ok(interrupt.isStopping());
});

test('without a signal, release restores the default action', () => {
  const before = process.listenerCount('SIGTERM');
  const interrupt = catchInterrupt();
  assert.equal(process.listenerCount('SIGTERM'), before + 1);
  interrupt.release();
  assert.equal(process.listenerCount('SIGTERM'), before);
});
