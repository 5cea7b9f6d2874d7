import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextName } from './rollover.ts';

const now_ms = Date.UTC(2021, 4, 6);

test('increments the number at the end, with at least six digits', () => {
  const cases: readonly (readonly [given: string, next: string])[] = [
    ['logs-1', 'logs-000002'],
    ['logs-000009', 'logs-000010'],
    ['logs-999999', 'logs-1000000'],
    ['logs-0000000003', 'logs-000004'],
    ['logs-2020-7', 'logs-2020-000008'],
    ['<logs-{now/d}-000001>', '<logs-{now/d}-000002>'],
    ['<logs-{now/M{yyyy.MM}}-1>', '<logs-{now/M{yyyy.MM}}-000002>'],
  ];
  for (const [given, next] of cases) assert.equal(nextName(given, now_ms), next, given);
});

test('refuses a name without a number at its end', () => {
  for (const given of ['logs', 'logs-1a', 'logs1', 'logs-', '<logs-{now/d}>']) {
    assert.throws(() => nextName(given, now_ms), /does not match pattern/, given);
  }
  assert.throws(() => nextName(`logs-${'9'.repeat(16)}`, now_ms), /too long/);
});
