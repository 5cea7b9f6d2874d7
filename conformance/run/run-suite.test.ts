import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { notRun } from '../report/result.ts';
import type { Scenario } from '../report/scenario.ts';
import type { WorkerPool } from './pool.ts';
import { runSuite } from './run-suite.ts';

const target = {
  base_url: 'http://fake',
  headers: {},
  tls: { insecure: false },
  timeout_ms: 1000,
  secrets: [],
};

function scenario(line: number, more: Partial<Scenario> = {}): Scenario {
  const place = { id: `a.feature:${line}`, uri: 'a.feature', line, name: 'a', feature: 'a' };
  return { ...place, tags: [], clauses: [], silent: false, alone: false, ...more };
}

/** The greatest number of scenarios that run at the same time. */
async function mostAtOnce(size: number, delay: number): Promise<number> {
  let [running, most] = [0, 0];
  const pool: WorkerPool = {
    size,
    async run({ scenarios }, onResult = () => undefined) {
      running += scenarios.length;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= scenarios.length;
      const results = scenarios.map((entry) => notRun(entry, 'passed', ''));
      for (const result of results) onResult(result);
      return results;
    },
    stop: () => undefined,
    close: () => Promise.resolve(),
  };
  const waiting = Array.from({ length: 5 }, (_, at) => scenario(at, { uri: `${at}`, waits: true }));
  const scenarios = [...waiting, scenario(10), scenario(11, { alone: true, waits: true })];
  const options = { ...defaultProfile.options, expiry_delay_ms: delay };
  const profile = { ...defaultProfile, options };
  const conditions = { ledger: loadLedger(), profile, allowGlobal: true };
  const results = await runSuite(pool, { scenarios, target, conditions });
  assert.deepEqual(
    results.map((result) => result.scenario.id),
    scenarios.map(({ id }) => id),
  );
  return most;
}

test('scenarios that wait for a minute run beside all others, but not beside those that run alone', async () => {
  assert.equal(await mostAtOnce(2, 61_000), 6);
});

test('short waits take a place, and one place means one scenario at a time', async () => {
  assert.equal(await mostAtOnce(2, 0), 2);
  assert.equal(await mostAtOnce(1, 61_000), 1);
});
