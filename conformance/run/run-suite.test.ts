import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLedger } from '../../spec/clauses.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { notRun, type Scenario } from '../report/result.ts';
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

/** A pool whose jobs take one turn of the event loop; `onStart` and `onEnd` receive their scenarios. */
function fakePool(
  size: number,
  onStart: (scenarios: readonly Scenario[]) => void,
  onEnd: (scenarios: readonly Scenario[]) => void = () => undefined,
): WorkerPool {
  return {
    size,
    async run({ scenarios }, onResult = () => undefined) {
      onStart(scenarios);
      await new Promise((resolve) => setImmediate(resolve));
      onEnd(scenarios);
      const results = scenarios.map((entry) => notRun(entry, 'passed', ''));
      for (const result of results) onResult(result);
      return results;
    },
    stop: () => undefined,
    close: () => Promise.resolve(),
    warmUp: () => undefined,
  };
}

/** The greatest number of scenarios that run at the same time. */
async function mostAtOnce(size: number, delay: number): Promise<number> {
  let [running, most] = [0, 0];
  const pool = fakePool(
    size,
    ({ length }) => {
      running += length;
      most = Math.max(most, running);
    },
    ({ length }) => (running -= length),
  );
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

test('scenarios that mostly wait run beside as many others, from the start; with one place, they run first', async () => {
  assert.deepEqual(await startsWith(2), [1, 2, 4, 5, 3, 6]);
  assert.deepEqual(await startsWith(1), [4, 5, 6, 1, 2, 3]);
});

/** The lines of six scenarios in the order of their starts; the last three of them mostly wait. */
async function startsWith(size: number): Promise<readonly number[]> {
  const started: number[] = [];
  const pool = fakePool(size, (scenarios) =>
    started.push(...scenarios.map(({ line }) => line ?? 0)),
  );
  const scenarios = [1, 2, 3, 4, 5, 6].map((line) =>
    scenario(line, { uri: `${line}.feature`, ...(line > 3 ? { lasts: true } : {}) }),
  );
  const conditions = { ledger: loadLedger(), profile: defaultProfile, allowGlobal: true };
  await runSuite(pool, { scenarios, target, conditions });
  return started;
}

test('those that wait for a keep time begin first, and each has a job of its own', async () => {
  const jobs: (readonly (number | undefined)[])[] = [];
  const pool = fakePool(1, (scenarios) => jobs.push(scenarios.map(({ line }) => line)));
  const hooks = { refresh: { method: 'POST', path: '/_refresh' } } as const;
  const conditions = {
    ledger: loadLedger(),
    profile: { ...defaultProfile, hooks },
    allowGlobal: true,
  };
  const background = [1, 2, 3, 4, 6].map((line) => scenario(line, { uri: 'a', lasts: true }));
  const keepTime = scenario(5, { uri: 'b', lasts: true, waits: true });
  await runSuite(pool, { scenarios: [...background, keepTime], target, conditions });
  assert.deepEqual(jobs, [[5], [1], [2], [3], [4], [6]]);
});

test('scenarios of one file share a job, unless each waits for a refresh of the server', async () => {
  const refresh = { method: 'POST', path: '/_refresh' } as const;
  const sizes = async (hooks: Profile['hooks']): Promise<readonly number[]> => {
    const jobs: number[] = [];
    const pool = fakePool(2, ({ length }) => jobs.push(length));
    const scenarios = [1, 2, 3].map((line) => scenario(line));
    const profile = { ...defaultProfile, hooks };
    await runSuite(pool, {
      scenarios,
      target,
      conditions: { ledger: loadLedger(), profile, allowGlobal: true },
    });
    return jobs;
  };
  assert.deepEqual(await sizes({ refresh }), [3]);
  assert.deepEqual(await sizes({}), [1, 1, 1]);
});

/** The scenarios in the order of their starts, each with the server that it runs on. */
async function placesOf(ownTarget: Promise<Target | undefined>): Promise<readonly string[]> {
  const places: string[] = [];
  const pool = fakePool(2, ({ length }) => assert.ok(length > 0));
  const noting: WorkerPool = {
    ...pool,
    run(job, onResult) {
      places.push(...job.scenarios.map(({ line }) => `${line} on ${job.target.base_url}`));
      return pool.run(job, onResult);
    },
  };
  const others = [1, 2, 3, 4].map((line) => scenario(line, { uri: `${line}.feature` }));
  const alone = [8, 9].map((line) => scenario(line, { alone: true }));
  const conditions = { ledger: loadLedger(), profile: defaultProfile, allowGlobal: true };
  await runSuite(noting, { scenarios: [...others, ...alone], target, ownTarget, conditions });
  return places;
}

test('scenarios that run alone have a server of their own, beside the others', async () => {
  const places = await placesOf(Promise.resolve({ ...target, base_url: 'http://own' }));
  assert.deepEqual(places.toSorted(), [
    '1 on http://fake',
    '2 on http://fake',
    '3 on http://fake',
    '4 on http://fake',
    '8 on http://own',
    '9 on http://own',
  ]);
  assert.ok(places.indexOf('8 on http://own') < places.indexOf('4 on http://fake'));
  assert.ok(places.indexOf('8 on http://own') < places.indexOf('9 on http://own'));
});

test('without a server of their own, they run after the others', async () => {
  const places = await placesOf(Promise.resolve(undefined));
  assert.deepEqual(places.slice(4), ['8 on http://fake', '9 on http://fake']);
});
