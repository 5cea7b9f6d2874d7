import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadOperations } from '../../../spec/operations.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { StepRequest } from '../../client/step-request.ts';
import { openApiCheck, requestProblems } from '../../driver/openapi-check.ts';
import { type FakeAnswer, openSessionWith } from '../../testing/fake-session.ts';
import { judgeProperty } from '../outcome.ts';
import { validRequests as property } from '../properties/valid-requests.ts';
import { type PropertyResult, runProperty } from '../run-property.ts';
import { validRequests } from './valid-requests.ts';
import { listedAt, placesOf } from './places.ts';
import { listedValueOf, plain, variantOf } from './variant.ts';

function problemsOf({ method, path, headers, body }: StepRequest): readonly unknown[] {
  const text = typeof body === 'string' ? { body: body.replaceAll('$', '') } : {};
  const type = { 'content-type': 'application/json', ...headers };
  return requestProblems({ method, path: path.replaceAll('$', ''), headers: type, ...text });
}

test('the description allows each request of the table', () => {
  for (const valid of validRequests()) {
    assert.deepEqual(problemsOf(plain(valid, valid.body)), [], valid.operation.id);
  }
});

test('the description allows each variant, and variants differ', () => {
  for (const valid of validRequests()) {
    const variants = fc.sample(variantOf(valid), { numRuns: 20, seed: 1 });
    for (const variant of variants) assert.deepEqual(problemsOf(variant), [], variant.path);
    const { isWhole, isBodyOnly, operation } = valid;
    if (isWhole === true || isBodyOnly === true || operation.queryParameters.length === 0) continue;
    assert.ok(new Set(variants.map((one) => JSON.stringify(one))).size > 1, operation.id);
  }
});

test('every value that the description lists for a member of the table is drawn', () => {
  const all = validRequests();
  const drawn = fc.sample(listedValueOf(all), { numRuns: 3000, seed: 1 });
  const bodies = drawn.map(({ body }) => String(body)).join('\n');
  const listed = all
    .filter(({ isWhole }) => isWhole !== true)
    .flatMap((valid) => placesOf(valid).flatMap(({ node }) => listedAt(node)));
  assert.ok(listed.length > 0);
  const missing = listed.filter((value) => !bodies.includes(JSON.stringify(value)));
  assert.deepEqual(missing, []);
  for (const request of drawn) assert.deepEqual(problemsOf(request), [], request.path);
});

test('bodies are drawn in every document format that an operation takes', () => {
  for (const valid of validRequests()) {
    const taken = valid.operation.requestMediaTypes.map(({ mediaType }) => mediaType);
    const drawn = fc.sample(variantOf(valid), { numRuns: 50, seed: 1 });
    const formats = new Set(drawn.map(({ format }) => format));
    const takesSmile = taken.includes('application/smile');
    assert.equal(formats.has('smile'), takesSmile, valid.operation.id);
    assert.equal(formats.has('yaml'), taken.includes('application/yaml'), valid.operation.id);
  }
});

test('the table has every operation of the service', () => {
  const known = new Set(validRequests().map(({ operation }) => operation.id));
  const service = loadOperations().filter(
    ({ tags }) => !(tags.length === 1 && tags[0] === 'intake'),
  );
  assert.deepEqual(
    service.map(({ id }) => id).filter((id) => !known.has(id)),
    [],
  );
});

const created = { acknowledged: true, shards_acknowledged: true, index: 'ck-test' };

/** Runs the property against a server that accepts its index, and answers everything else as given. */
function against(answer: (request: WireRequest) => FakeAnswer): Promise<PropertyResult> {
  openSessionWith((request) => {
    const isSetUp = request.method === 'PUT' && request.path.endsWith('books-000001');
    return isSetUp ? { status: 200, body: created } : answer(request);
  }, openApiCheck);
  const support = { shards: true, deletes: true, formats: [] };
  return runProperty({ property, support, seed: 1, runs: 30 });
}

const refusal = { status: 400, body: { error: { reason: 'wrong' }, status: 400 } };

test('valid-requests does not judge a server that refuses everything', async () => {
  const result = await against(() => refusal);
  assert.equal(judgeProperty(result).outcome, 'incomplete');
});

test('valid-requests finds an answer that breaks its schema', async () => {
  const { counterexample } = await against(({ path }) =>
    path.endsWith('/_search') ? { status: 200, body: { hits: [] } } : refusal,
  );
  assert.match(String(counterexample?.error.message), /breaks its schema/);
  assert.equal((counterexample?.value as readonly unknown[] | undefined)?.length, 1);
});

test('valid-requests finds an error without a reason, and reports one with a reason', async () => {
  const silent = await against(({ path }) =>
    path.includes('/_count') ? { status: 500, body: '' } : refusal,
  );
  assert.match(String(silent.counterexample?.error.message), /server error/);
  const named = await against(({ path }) =>
    path.includes('/_count') ? { status: 503, body: { error: { reason: 'busy now' } } } : refusal,
  );
  assert.equal(named.counterexample, undefined);
  assert.ok(named.serverErrors.some((line) => /_count answered 503/.test(line)));
});
