import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Incomplete, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectSuccess } from './expectations.ts';

function refused(path: string, status: number): Exchange {
  const response = { status, headers: {}, body: Buffer.of(), duration_ms: 1 };
  const request = { method: 'DELETE', path, headers: {} };
  return { request, response, operation: 'clearScrollInPath', problems: [] };
}

test('a server may refuse a path that is longer than HTTP asks it to read', () => {
  const long = `/_search/scroll/${'x'.repeat(4000)},${'y'.repeat(4000)}`;
  const say = /a path of 8017 characters may be too long: DELETE \S+ answered 414/;
  assert.throws(() => expectSuccess(refused(long, 414)), { name: Incomplete.name, message: say });
  assert.throws(() => expectSuccess(refused(long.slice(0, 8000), 414)), Mismatch);
  assert.throws(() => expectSuccess(refused(long, 503)), Mismatch);
});
