import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../base/exchange.ts';
import { removalOfNamed, successorsOf } from './cleanup.ts';

for (const [index, expected] of [
  ['ck-1-logs-000009', ['000010', '000011', '000012'].map((n) => `ck-1-logs-${n}`)],
  ['ck-1-logs-7', ['000008', '000009', '000010'].map((n) => `ck-1-logs-${n}`)],
  ['ck-1-logs', []],
] as const) {
  test(`successors of ${index}`, () => assert.deepEqual(successorsOf(index), expected));
}

for (const [method, path, status, expected] of [
  ['PUT', '/_ilm/policy/ck-1-daily?timeout=1s', 200, '/_ilm/policy/ck-1-daily'],
  ['PUT', '/_index_template/ck-1-events', 201, '/_index_template/ck-1-events'],
  ['PUT', '/_ilm/policy/daily', 200, undefined],
  ['PUT', '/_ilm/policy/ck-1-daily', 400, undefined],
  ['GET', '/_ilm/policy/ck-1-daily', 200, undefined],
] as const) {
  test(`removal after ${method} ${path} with status ${status}`, () => {
    assert.equal(removalOfNamed(exchange(method, path, status), 'ck-1-')?.path, expected);
  });
}

function exchange(method: string, path: string, status: number): Exchange {
  return {
    request: { method, path, headers: {}, body: '{}' },
    response: { status, headers: {}, body: new Uint8Array(), duration_ms: 0 },
    operation: undefined,
    problems: [],
  };
}
