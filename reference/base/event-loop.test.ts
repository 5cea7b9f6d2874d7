import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from './environment.ts';

test('short work ends soon beside a hundred long ones, and those go on', async () => {
  const environment = systemEnvironment();
  const taken = { count: 0 };
  const work = async (steps: number): Promise<number> => {
    for (let number = 0; number < steps; number++) {
      await environment.yieldToEventLoop(number);
      taken.count++;
    }
    return taken.count;
  };
  const long = Array.from({ length: 100 }, () => work(60));
  while (taken.count < 3000) await environment.yieldToEventLoop();
  const before = taken.count;
  const after = await work(20);
  assert.ok(after - before <= 80, `ended after ${after - before} steps of all`);
  await Promise.all(long);
});
