import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultProfile } from '../driver/load-profile.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { collectScenarios } from './collect-scenarios.ts';
import { openPool } from './pool.ts';
import { ledgerOf } from './suite.ts';

let fake: FakeServer;
before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

test('jobs of one process run at the same time, each with names and results of its own', async () => {
  const all = await collectScenarios(fixtureSuite, ledgerOf(fixtureSuite));
  const scenarios = all.filter(({ clauses }) => clauses.includes('search.slow'));
  const target = {
    base_url: fake.base_url,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 60_000,
    secrets: [],
  };
  const pool = openPool({
    size: 4,
    processes: 1,
    suite: fixtureSuite,
    profile: defaultProfile,
    run: 'test',
    onSecret: () => undefined,
  });
  const release = fake.holdSlow();
  try {
    const running = Promise.all(Array.from({ length: 4 }, () => pool.run({ scenarios, target })));
    while (fake.indices.size < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    const names = [...fake.indices.keys()];
    assert.equal(names.length, 4);
    assert.equal(new Set(names.map((name) => name.split('-').slice(0, 3).join('-'))).size, 1);
    release();
    const results = (await running).flat();
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      Array.from({ length: 4 }, () => 'passed'),
    );
    assert.deepEqual([...fake.indices.keys()], [], 'each job removes what it has made');
  } finally {
    release();
    await pool.close();
  }
});
