import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from './environment.ts';
import { createPlaces } from './turn-queue.ts';

/** Runs a piece of work of some steps; `taken` counts the steps of all. */
async function work(
  step: (steps: number) => Promise<void>,
  { steps, taken }: { readonly steps: number; readonly taken: { count: number } },
): Promise<number> {
  for (let number = 0; number < steps; number++) {
    await step(number);
    taken.count++;
  }
  return taken.count;
}

test('short work in the event loop ends soon beside a hundred long ones, and those go on', async () => {
  const environment = systemEnvironment();
  const yieldToEventLoop = (steps?: number) => environment.yieldToEventLoop(steps);
  const taken = { count: 0 };
  const long = Array.from({ length: 100 }, () => work(yieldToEventLoop, { steps: 60, taken }));
  while (taken.count < 3000) await yieldToEventLoop();
  const before = taken.count;
  const after = await work(yieldToEventLoop, { steps: 20, taken });
  assert.ok(after - before <= 80, `ended after ${after - before} steps of all`);
  await Promise.all(long);
});

test('places are taken in turns, by no more at once than there are', async () => {
  const places = createPlaces(2);
  const environment = systemEnvironment();
  const yieldToEventLoop = (steps?: number) => environment.yieldToEventLoop(steps);
  const order: number[] = [];
  let holding = 0;
  const run = async (id: number, steps: number): Promise<void> => {
    const place = places.enter();
    for (let number = 0; number < steps; number++) {
      await place.step(number);
      assert.ok(++holding <= 2);
      await Promise.resolve();
      holding--;
      order.push(id);
      await yieldToEventLoop();
    }
    place.leave();
  };
  const long = Array.from({ length: 20 }, (_, id) => run(id, 200));
  while (order.length < 1000) await yieldToEventLoop();
  const from = order.length;
  await run(99, 25);
  assert.ok(order.length - from <= 150, `${order.length - from} steps of all for 25 of one`);
  await Promise.all(long);
  assert.equal(order.length, 20 * 200 + 25);
});

test('one that hurries gets the next place', async () => {
  const places = createPlaces(1);
  const [holder, ...others] = Array.from({ length: 5 }, () => places.enter());
  await holder?.step(0);
  const order: number[] = [];
  const waits = others.map(async (place, id) => {
    await place.step(0);
    order.push(id);
    place.leave();
  });
  others[3]?.hurry();
  holder?.leave();
  await Promise.all(waits);
  assert.equal(order[0], 3);
});
