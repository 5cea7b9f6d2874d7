import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../base/exchange.ts';
import { idIn, spelledBoolean, startsQuery, stateIn } from './async-state.ts';
import { contextReleaseFor } from './cleanup.ts';

const headers = { 'x-service-async-id': 'h1', 'x-service-async-is-running': '?1' };

const answers = [
  {
    name: 'members of JSON take precedence over the headers',
    type: 'application/json',
    body: '{"id":"b1","is_running":false}',
    state: { id: 'b1', is_running: false },
    id: 'b1',
  },
  {
    name: 'members of YAML take precedence over the headers',
    type: 'application/yaml',
    body: 'id: b1\nis_running: true\n',
    state: { id: 'b1', is_running: true },
    id: 'b1',
  },
  {
    name: 'an id that is not in the body is read from the header',
    type: 'application/json',
    body: '{"is_running":"no"}',
    state: { id: undefined, is_running: undefined },
    id: 'h1',
  },
  {
    name: 'a text format has its state in the headers',
    type: 'text/csv',
    body: 'id,is_running\r\n',
    state: { id: 'h1', is_running: true },
    id: 'h1',
  },
];

for (const { name, type, body, state, id } of answers) {
  test(name, () => {
    const exchange = exchangeOf({ 'content-type': type, ...headers }, body);
    assert.deepEqual(stateIn(exchange), state);
    assert.equal(idIn(exchange), id);
  });
}

test('a query is deleted at the end by the id in its first response', () => {
  const exchange = exchangeOf({ 'content-type': 'text/csv', 'x-service-async-id': 'a/b' }, '');
  const release = { method: 'DELETE', path: '/_query/async/a%2Fb', headers: {} };
  assert.deepEqual(contextReleaseFor(exchange), release);
});

test('only a POST to the asynchronous endpoint starts a query', () => {
  const request = (method: string, path: string) => ({ method, path, headers: {} });
  assert.equal(startsQuery(request('POST', '/_query/async?format=csv')), true);
  assert.equal(startsQuery(request('POST', '/_query/async/some-id/stop')), false);
  assert.equal(startsQuery(request('GET', '/_query/async')), false);
  assert.equal(startsQuery(request('POST', '/_query')), false);
});

function exchangeOf(headers: Readonly<Record<string, string>>, body: string): Exchange {
  return {
    request: { method: 'POST', path: '/_query/async', headers: {} },
    response: { status: 200, headers, body: Buffer.from(body), duration_ms: 1 },
    operation: 'runAsyncQuery',
    problems: [],
  };
}

test('a header may spell the state in several ways', () => {
  for (const spelling of ['?1', 'true', 'yes', ' TRUE ']) {
    assert.equal(spelledBoolean(spelling), true, spelling);
  }
  for (const spelling of ['?0', 'false', 'no']) {
    assert.equal(spelledBoolean(spelling), false, spelling);
  }
  assert.equal(spelledBoolean('perhaps'), undefined);
});
