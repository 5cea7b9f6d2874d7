import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../base/exchange.ts';
import { deadlineOf } from './call-space.ts';
import { unreachedPlaces } from './space.ts';

const headers = { 'content-type': 'application/json' };

const searched: Exchange = {
  operation: 'search',
  request: { method: 'POST', path: '/books/_search', headers },
  response: { status: 200, headers, body: Buffer.from('{"took":1}'), duration_ms: 1 },
  problems: [],
};

const unreached = new Set(
  unreachedPlaces([{ scenario: 'a', exchanges: [searched] }]).map(({ mutation }) =>
    mutation.id.slice(0, -' unreached'.length),
  ),
);

test('a place that no exchange has is unreached', () => {
  for (const place of [
    'search response json/timed_out',
    'search response json/hits/total',
    'runQuery response json/columns',
  ]) {
    assert.ok(unreached.has(place), place);
  }
});

test('a place that an exchange has is reached, in all operations with the same body', () => {
  for (const place of ['search response json/took', 'searchAllByGet response json/took']) {
    assert.ok(!unreached.has(place), place);
  }
});

test('what the specification does not show cannot be unreached', () => {
  const extra = [...unreached].filter((place) => place.startsWith('clusterHealth'));
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
