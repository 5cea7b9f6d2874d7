import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Violation } from '../../base/errors.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { openApiCheck, requestProblems } from '../../driver/openapi-check.ts';
import { type FakeAnswer, openSessionWith } from '../../testing/fake-session.ts';
import { forbiddenInput } from '../properties/forbidden-input.ts';
import { judgeProperty } from '../outcome.ts';
import { type PropertyResult, runProperty } from '../run-property.ts';
import { replaced } from '../requests/places.ts';

const counted = { count: 0, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } };
const acknowledged = { acknowledged: true };
const refusal = { status: 400, body: { error: { reason: 'wrong' }, status: 400 } };

/** Runs the property against a server that accepts the set-up, and answers everything else as given. */
function against(answer: (request: WireRequest) => FakeAnswer): Promise<PropertyResult> {
  openSessionWith((request) => {
    const isSetUp = request.method === 'PUT' && request.path.endsWith('books-000001');
    const body = { acknowledged: true, shards_acknowledged: true, index: 'ck-test' };
    return isSetUp ? { status: 200, body } : answer(request);
  }, openApiCheck);
  const support = { shards: true, deletes: true, formats: [] };
  return runProperty({ property: forbiddenInput, support, seed: 1, runs: 30 });
}

/** The mapping of an index with a field for each write. */
function mappedIn(writes: number): object {
  return { a: { mappings: { properties: { [`f${writes}`]: {} } } } };
}

test('a server on which right requests change nothing is not judged', async () => {
  const result = await against(({ path }) =>
    path.endsWith('/_mapping') ? { status: 200, body: mappedIn(0) } : refusal,
  );
  assert.deepEqual([result.counterexample, result.accepted], [undefined, 0]);
});

test('a server that refuses every valid request, too, is not judged', async () => {
  const result = await against(() => refusal);
  assert.deepEqual(
    [result.counterexample, result.halt, result.accepted],
    [undefined, undefined, 0],
  );
  assert.equal(judgeProperty(result).outcome, 'incomplete');
});

test('a server that accepts valid requests only holds the property', async () => {
  let writes = 0;
  const result = await against(({ method, path, headers, body }) => {
    const text = typeof body === 'string' ? { body } : {};
    const isWrong = requestProblems({ method, path, headers, ...text }).length > 0;
    if (isWrong || !path.endsWith('/_mapping')) return refusal;
    if (method === 'PUT') writes += 1;
    return { status: 200, body: method === 'PUT' ? acknowledged : mappedIn(writes) };
  });
  assert.deepEqual([result.counterexample, result.observed], [undefined, []]);
  assert.equal(judgeProperty(result).outcome, 'passed');
});

test('a server that does not answer some wrong requests is judged by the others', async () => {
  let writes = 0;
  let silent = 0;
  const result = await against(({ method, path, headers, body }) => {
    const text = typeof body === 'string' ? { body } : {};
    const isWrong = requestProblems({ method, path, headers, ...text }).length > 0;
    if (isWrong && path.includes('?')) {
      silent += 1;
      throw new Violation('an answer', undefined, { message: 'no answer', kind: 'no-answer' });
    }
    if (isWrong || !path.endsWith('/_mapping')) return refusal;
    if (method === 'PUT') writes += 1;
    return { status: 200, body: method === 'PUT' ? acknowledged : mappedIn(writes) };
  });
  assert.ok(silent > 0);
  assert.deepEqual([result.counterexample, result.halt], [undefined, undefined]);
  assert.equal(judgeProperty(result).outcome, 'passed');
});

test('a server that stores what it refuses is found, and the counterexample is one request', async () => {
  let writes = 0;
  const { counterexample } = await against(({ method, path }) => {
    if (method === 'PUT' && path.endsWith('/_mapping')) writes += 1;
    return method === 'GET' && path.endsWith('/_mapping')
      ? { status: 200, body: mappedIn(writes) }
      : refusal;
  });
  assert.match(String(counterexample?.error.message), /a refused request has changed something/);
  assert.ok(counterexample);
  assert.equal((counterexample.value as readonly unknown[]).length, 1);
});

test('a server that takes only the settings of the specification accepts a right request', async () => {
  const created = new Set<string>();
  const { _shards } = counted;
  const found = { took: 1, timed_out: false, _shards, hits: { max_score: null, hits: [] } };
  const { accepted } = await against(({ method, path, body }) => {
    const [, name = ''] = path.split('/');
    if (method === 'GET') return created.has(name) ? { status: 200, body: found } : refusal;
    if (!/^\/[^/_]+$/.test(path) || /number_of|ignore_|format/.test(String(body))) return refusal;
    created.add(name);
    return { status: 200, body: { acknowledged: true, shards_acknowledged: true, index: name } };
  });
  assert.ok(accepted > 0);
});

test('an error without a reason is found', async () => {
  const { counterexample } = await against(({ path }) =>
    path.includes('/_count') ? { status: 500, body: '' } : refusal,
  );
  assert.match(String(counterexample?.error.message), /server error/);
});

test('a success that breaks its schema is found', async () => {
  const { counterexample } = await against(({ path }) =>
    path.includes('/_search') ? { status: 200, body: { hits: [] } } : refusal,
  );
  assert.match(String(counterexample?.error.message), /breaks its schema/);
});

test('what a server accepts is recorded and does not fail it', async () => {
  const { counterexample, observed } = await against(({ path }) =>
    path.includes('/_count') ? { status: 200, body: counted } : refusal,
  );
  assert.equal(counterexample, undefined);
  assert.ok(observed.length > 0);
  assert.ok(observed.every((what) => what.startsWith('count')));
});

test('a member with the name __proto__ is a member', () => {
  const body = replaced({ size: 1 }, ['__proto__'], { value: 1 });
  assert.equal(JSON.stringify(body), '{"size":1,"__proto__":1}');
});
