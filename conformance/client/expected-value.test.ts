import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mismatch, Violation } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { expectValue } from './answer-table.ts';

function answer(status: number, body: unknown): Exchange {
  return {
    operation: undefined,
    problems: [],
    request: { method: 'POST', path: '/_query', headers: {} },
    response: {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
      duration_ms: 1,
    },
  };
}

function isOne(value: unknown): void {
  if (value !== 1) throw new Mismatch(1, value, 'another value');
}

test('a value is judged', () => {
  expectValue(answer(200, { a: { b: 1 } }), 'a.b', isOne);
  assert.throws(() => expectValue(answer(200, { a: { b: 2 } }), 'a.b', isOne), /another value/);
  assert.throws(() => expectValue(answer(200, {}), 'a.b', isOne), /another value/);
});

test('a refusal that is no document has no values', () => {
  const json = answer(400, {});
  const headers = { 'content-type': 'text/plain' };
  const response = { ...json.response, headers, body: Buffer.from('no such unit') };
  const refused = { ...json, response };
  assert.throws(() => expectValue(refused, 'a.b', isOne), /POST \/_query was refused/);
  expectValue(refused, 'a.b', (value) => assert.equal(value, undefined));
  const accepted = { ...refused, response: { ...response, status: 200 } };
  assert.throws(() => expectValue(accepted, 'a.b', isOne), Violation);
});

test('where a refusal has no such value, the refusal is the reason', () => {
  const refused = answer(400, { status: 400 });
  assert.throws(() => expectValue(refused, 'a.b', isOne), /POST \/_query was refused/);
  assert.throws(() => expectValue(refused, 'status', isOne), /another value/);
});
