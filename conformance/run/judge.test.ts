import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConnectionLost, Mismatch, NotAllowed, Violation } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { judge } from './judge.ts';

const words = '{"error":{"type":"not_here","reason":"no such call"}}';

function exchangeOf(path: string, status: number, duration_ms = 1): Exchange {
  return {
    request: { method: 'PUT', path, headers: {} },
    response: { status, headers: {}, body: Buffer.from(words), duration_ms },
    operation: undefined,
    problems: [],
  };
}

/** How a scenario ends whose step throws an error after one request, or after others. */
function endOf(
  error: unknown,
  precondition: boolean,
  { silent = false, exchanges = [exchangeOf('/a', 500)] } = {},
) {
  const place = { id: 'a.feature:1', uri: 'a.feature', line: 1, name: 'a', feature: 'a' };
  const scenario = { ...place, tags: [], clauses: ['index.create-empty'], silent, alone: false };
  const nothing = { unanswered: [], commands: [], observations: [], leftovers: [], secrets: [] };
  const record = { ...nothing, exchanges, error: { error, step: 's', precondition } };
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
      assert.equal(endOf(error, true, { silent }).outcome, 'incomplete');
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

test('a scenario whose scroll may have expired on a slow machine is incomplete, not failed', () => {
  const sent = [
    ['/a/_search?scroll=1s', 200],
    ['/_search/scroll', 404],
  ] as const;
  const outcomeAfter = (duration_ms: number): string => {
    const exchanges = sent.map(([path, status]) => exchangeOf(path, status, duration_ms));
    return endOf(new Mismatch(1, 2, 'm'), false, { exchanges }).outcome;
  };
  assert.deepEqual([outcomeAfter(100), outcomeAfter(700)], ['failed', 'incomplete']);
});

test('a refusal that is no JSON is recorded where the specification is silent', () => {
  const malformed = new Violation('JSON', 'b', { message: 'not JSON', kind: 'malformed' });
  const outcomeAt = (status: number): string =>
    endOf(malformed, false, { silent: true, exchanges: [exchangeOf('/a', status)] }).outcome;
  assert.deepEqual([outcomeAt(200), outcomeAt(400)], ['failed', 'observed']);
});
