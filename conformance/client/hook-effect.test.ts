import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaitEffect } from './hook-effect.ts';

/** How often a hook that takes 1.5 s is sent again. */
async function repetitionsOf(method: string, undone: boolean): Promise<number> {
  let repetitions = 0;
  const undo = { method: 'PUT', path: '/_undo' };
  const template = { method, path: '/_hook', takes_ms: 1500, ...(undone ? { undo } : {}) };
  await awaitEffect(template, () => Promise.resolve((repetitions += 1)));
  return repetitions;
}

test('a setting that another run may undo is set again while it takes effect', async () => {
  const all = [
    repetitionsOf('PUT', true),
    repetitionsOf('PUT', false),
    repetitionsOf('POST', true),
  ];
  assert.deepEqual(await Promise.all(all), [1, 0, 0]);
});
