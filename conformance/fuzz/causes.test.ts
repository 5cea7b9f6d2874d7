import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import type { Failure, RecordedExchange, ScenarioResult } from '../report/result.ts';
import { failureGroups } from '../report/failure-groups.ts';
import { judgeRun } from '../report/outcome.ts';
import { anyRun } from '../testing/scenario.ts';
import { causeLines } from './report.ts';

const ledger = loadLedger();

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

function linesOf(...results: readonly ScenarioResult[]): readonly string[] {
  const options = { ledger, baseline: [], unjudged: [], today: '2030-01-31' };
  return causeLines(failureGroups(judgeRun(anyRun, results, options)));
}

test('one wrong answer of an operation is one cause, whatever the clauses', () => {
  const schema = { kind: 'schema', message: 'the response breaks its schema at /took' } as const;
  const [first, second] = linesOf(failed('a', ['x'], schema), failed('b', ['y'], schema));
  assert.equal(first, '2 properties failed; joined by cause, these are 1:');
  assert.match(String(second), /^ {2}a, b: GET \S+: the response breaks its schema at/);
});

test('different failures are not joined, and a single one needs no line', () => {
  const query = failed('b', ['x'], { path: '/_query' });
  const lines = linesOf(failed('a', ['x']), query);
  assert.deepEqual(lines[0], '2 properties failed; joined by cause, these are 2:');
  assert.deepEqual(linesOf(failed('a', ['x'])), []);
});
