import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAt, membersOf } from '../base/body.ts';
import type { Interceptor } from '../run/mutation.ts';
import { type MistakenServer, openMistakenServer } from '../testing/mistaken-runs.ts';
import { answers, calls } from '../testing/mutated-session.ts';

let server: MistakenServer;
before(async () => {
  server = await openMistakenServer();
});
after(() => server.close());

/** Changes the last sort value of each hit of a search without a target. */
function tiebreakers(change: (value: number) => unknown): Interceptor {
  return answers(calls('GET', /^\/_search$/), (body) => {
    for (const hit of listAt(body, 'hits.hits').map(membersOf)) {
      const sort = hit['sort'] as unknown[];
      sort.push(change(Number(sort.pop())));
    }
  });
}

const flags = ['--values', '0', '--clause', 'point-in-time.tiebreaker-ascending'];

test('texts in another order are not judged, as nothing says how they are ordered', async () => {
  const texts = tiebreakers((value) => `s${1_000_000 - value}`);
  const { report } = await server.runOf(texts, ...flags);
  assert.deepEqual(
    report.scenarios.map(({ outcome }) => outcome),
    ['incomplete'],
  );
});

test('numbers in another order, and what is neither, fail', async () => {
  for (const wrong of [(value: number) => -value, () => null]) {
    const { report } = await server.runOf(tiebreakers(wrong), ...flags);
    assert.deepEqual(
      report.scenarios.map(({ outcome }) => outcome),
      ['failed'],
    );
  }
});
