import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost, Mismatch, NotAllowed, Violation } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { judge } from './judge.ts';

/** How a scenario ends whose step throws an error after one request. */
function endOf(error: unknown, precondition: boolean, silent = false) {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const scenario = { ...place, tags: [], clauses: ['index.create-empty'], silent, alone: false };
  const body = Buffer.from('{"error":{"type":"not_here","reason":"no such call"}}');
  const exchange: Exchange = {
    request: { method: 'PUT', path: '/a', headers: {} },
    response: { status: 500, headers: {}, body, duration_ms: 1 },
    operation: undefined,
    problems: [],
  };
  const nothing = { unanswered: [], commands: [], observations: [], leftovers: [], secrets: [] };
  const record = { ...nothing, exchanges: [exchange], error: { error, step: 's', precondition } };
  const runner = { passed: false, complaint: undefined, duration_ms: 1 };
  return judge({ scenario, record, runner });
}

const serverError = new Violation('a', 'b', {
  message: 'server error: PUT /a answered 500',
  kind: 'server-error',
});

test('nothing that happens under Given fails a scenario, and the reason has the words of the server', () => {
  for (const error of [serverError, new ConnectionLost('ECONNRESET'), new Mismatch(1, 2, 'm')]) {
    for (const silent of [true, false]) {
      assert.equal(endOf(error, true, silent).outcome, 'incomplete');
    }
    assert.equal(endOf(error, false).outcome, 'failed');
  }
  assert.match(
    endOf(serverError, true).reason ?? '',
    /PUT \/a answered 500: 500 not_here: no such/,
  );
});

test('what would affect the whole server is not allowed, wherever it stands', () => {
  for (const precondition of [true, false]) {
    const { outcome, reason } = endOf(new NotAllowed('needs --allow-global'), precondition);
    assert.deepEqual([outcome, reason], ['not-allowed', 'needs --allow-global']);
  }
});
