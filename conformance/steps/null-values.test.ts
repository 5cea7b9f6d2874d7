import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openMistakenServer } from '../testing/mistaken-runs.ts';
import { answers, calls } from '../testing/mutated-session.ts';

const inOtherFormats = 'sql.values-in-other-formats';

test('a member that is null where a number is expected is shown as null, not as absent', async () => {
  const server = await openMistakenServer();
  const isNull = answers(calls('GET', /\/_query\/async\//), (body) => {
    body['values'] = [[null]];
  });
  const flags = ['--values', '0', '--clause', 'async-query.delete-finished'];
  const { report } = await server.runOf(isNull, ...flags);
  await server.close();
  const failures = report.scenarios.flatMap(({ failure }) => failure ?? []);
  assert.deepEqual(
    failures.map(({ got }) => got),
    ['null'],
  );
});

test('a number of more digits than a double has breaks no look at a body', async () => {
  const server = await openMistakenServer();
  const withLong: Interceptor = async (request, forward) => {
    const reply = await forward(request);
    const text = textOf(reply).replace(/^\{(?=\s*")/, '{"zz_long":12345678901234567890,');
    const { 'content-length': _, ...headers } = reply.headers;
    const changed = { ...reply, headers, body: Buffer.from(text) };
    return calls('POST', /^\/_sql/)(request) ? changed : reply;
  };
  const { code, out } = await server.runOf(withLong, '--values', '0', '--clause', inOtherFormats);
  await server.close();
  assert.equal(code, 0, out);
});

test('the expiration of a key is judged by the clock of the kit if a gateway has set another Date', async () => {
  const server = await openMistakenServer();
  const clause = 'api-keys.expiration-lies-ahead-by-duration';
  const withDate: Interceptor = async (request, forward) => {
    const reply = await forward(request);
    const date = 'Thu, 01 Jan 2015 00:00:00 GMT';
    return { ...reply, headers: { ...reply.headers, date } };
  };
  const { code, out } = await server.runOf(withDate, '--values', '0', '--clause', clause);
  const late = answers(calls('POST', /api_key$/), (body) => {
    body['expiration'] = Number(body['expiration']) + 3_600_000;
  });
  const wrong = await server.runOf(late, '--values', '0', '--clause', clause);
  await server.close();
  assert.deepEqual([code, wrong.code], [0, 1], out);
});
