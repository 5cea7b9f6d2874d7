import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitMs } from './duration.ts';

test('a time to wait is not longer than a timer can wait', () => {
  assert.equal(waitMs('2m'), 120_000);
  assert.equal(waitMs('1000d'), 2 ** 31 - 1);
  assert.equal(waitMs('soon'), undefined);
});
