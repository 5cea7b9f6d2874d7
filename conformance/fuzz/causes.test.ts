import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Failure, RecordedExchange, ScenarioResult } from '../report/result.ts';
import { joinedFailures, causeLines } from './report.ts';

const exchange: RecordedExchange = {
  method: 'GET',
  path: '/ck-1-f-1-i0/_search',
  request_headers: {},
  status: 200,
  response_headers: {},
  response_body: '{}',
  duration_ms: 1,
};

/** A property that failed; its only request is a search unless another path is given. */
function failed(
  id: string,
  clauses: readonly string[],
  { path = exchange.path, ...own }: Partial<Failure> & { readonly path?: string } = {},
): ScenarioResult {
  const failure = { message: `${id} differs`, expected: '1', got: '2', differences: [], ...own };
  return {
    scenario: { id, clauses, uri: `fuzz/${id}`, name: id, tags: clauses },
    outcome: 'failed',
    failure: { kind: 'value', step: id, ...failure },
    exchanges: [{ ...exchange, path }],
  } as unknown as ScenarioResult;
}

function joined(...results: readonly ScenarioResult[]): readonly (readonly string[])[] {
  return joinedFailures(results).map(({ properties }) => properties);
}

test('properties that accuse one operation and share a clause are joined', () => {
  const [one, other] = [failed('a', ['x', 'y']), failed('b', ['y'])];
  assert.deepEqual(joined(one, other), [['a', 'b']]);
  assert.deepEqual(joined(one, failed('c', ['z']), other), [['c'], ['a', 'b']]);
});

test('properties with different operations or clauses are not joined', () => {
  assert.deepEqual(joined(failed('a', ['x']), failed('b', ['y'])), [['a'], ['b']]);
  const query = failed('b', ['x'], { path: '/_query' });
  assert.deepEqual(joined(failed('a', ['x']), query), [['a'], ['b']]);
});

test('one wrong answer of an operation is one cause, whatever the clauses', () => {
  const schema = { kind: 'schema', message: 'the response breaks its schema at /took' } as const;
  assert.deepEqual(joined(failed('a', ['x'], schema), failed('b', ['y'], schema)), [['a', 'b']]);
});

test('the report joins the failures of several properties', () => {
  const all = joinedFailures([failed('a', ['x']), failed('b', ['x'])]);
  const [first, second] = causeLines(all);
  assert.equal(first, '2 properties failed; joined by cause, these are 1:');
  assert.match(String(second), /^ {2}a, b: GET \S+: a differs/);
  assert.deepEqual(causeLines(joinedFailures([failed('a', ['x'])])), []);
});
