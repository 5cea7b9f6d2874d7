import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersOf, textOf } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openMistakenServer } from '../testing/mistaken-runs.ts';
import { answers, calls } from '../testing/mutated-session.ts';

const inOtherFormats = 'sql.values-in-other-formats';

test('a member that is null where a number is expected is shown as null, not as absent', async () => {
  const server = await openMistakenServer();
  const isNull = answers(calls('GET', /\/_search$/), (body) => {
    const hits = membersOf(body)['hits'] as Record<string, unknown>;
    hits['max_score'] = null;
  });
  const flags = ['--values', '0', '--clause', 'search.max-score-number-without-sort'];
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
