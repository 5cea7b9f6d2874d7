import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadOperations } from '../../../spec/operations.ts';
import { defined } from '../../base/errors.ts';
import { deadlineOf } from './call-space.ts';
import type { KnownExchange } from '../../description/exchange-parts.ts';
import { unreachedPlaces } from './space.ts';

const headers = { 'content-type': 'application/json' };

function searched(body: string): KnownExchange {
  const found = loadOperations().find(({ id }) => id === 'search');
  return {
    operation: defined(found, 'operation search'),
    request: { method: 'POST', path: '/books/_search?scroll=1m', headers, body },
    response: { status: 200, headers, body: Buffer.from('{"took":1}'), duration_ms: 1 },
  };
}

const body = '{"size":2,"query":{"match":{"n":{"query":"a","operator":"and"}}}}';
const unreached = new Set(
  unreachedPlaces([searched(body)]).map(({ mutation }) =>
    mutation.id.slice(0, -' unreached'.length),
  ),
);

test('a place that no exchange has is unreached', () => {
  for (const place of [
    'search request json/from',
    'search request json/query/terms',
    'search request json/query/match/*/operator=or',
    'search response json/timed_out',
    'searchByGet request query/scroll',
    'runSql request query/format',
  ]) {
    assert.ok(unreached.has(place), place);
  }
});

test('a place that an exchange has is reached, in all operations with the same body', () => {
  for (const place of [
    'search request query/scroll',
    'search request json/size',
    'search request json/query/match/*/operator=and',
    'search response json/took',
    'searchAllByGet request json/size',
    'searchAllByGet response json/took',
  ]) {
    assert.ok(!unreached.has(place), place);
  }
});

test('what the specification does not show cannot be unreached', () => {
  const extra = [...unreached].filter((place) => place.includes('boost'));
  assert.deepEqual(extra, []);
});

const started = (members: string) => ({
  method: 'POST',
  path: '/_query/async',
  headers,
  body: `{"query":"ROW a = 1"${members}}`,
});

test('the deadline of an answer is the time that its client waits, unless it is long', () => {
  assert.equal(deadlineOf(started(',"wait_for_completion_timeout":"500ms"')), 500);
  assert.equal(deadlineOf(started(',"wait_for_completion_timeout":"20s"')), undefined);
  assert.equal(deadlineOf(started('')), undefined);
});
