import assert from 'node:assert/strict';
import { test } from 'node:test';
import { membersOf } from '../base/body.ts';
import { openMistakenServer } from '../testing/mistaken-runs.ts';
import { answers, calls } from '../testing/mutated-session.ts';

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
