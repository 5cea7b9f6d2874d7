import assert from 'node:assert/strict';
import { test } from 'node:test';
import { causeOf } from './cause.ts';
import { notRun } from './result.ts';
import { scenarioAbout } from '../testing/scenario.ts';

const scenario = scenarioAbout();
const exchange = {
  method: 'GET',
  path: '/ck-abc123-1-4-a/_search',
  status: 200,
  response_body: '',
  duration_ms: 1,
  request_headers: {},
  response_headers: {},
};

/** The title of the cause of a search whose answer a step did not expect. */
function titleOf(message: string): string | undefined {
  const failure = { kind: 'value', message, step: 'a', expected: 'a', got: 'b', differences: [] };
  const result = { ...notRun(scenario, 'failed', 'none'), exchanges: [exchange] };
  return causeOf({ ...result, failure: { ...failure, kind: 'value' } })?.title;
}

test('a member that a hit lacks is no other hit', () => {
  const search = 'GET /{target}/_search';
  assert.equal(
    titleOf('hits.hits.0._score is missing'),
    `${search}: hits.hits.0._score is missing`,
  );
  assert.equal(titleOf('other hits: 1, 2'), `${search}: other hits were expected`);
});
