import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { now } from '../base/environment.ts';
import { Interrupted, Mismatch } from '../base/errors.ts';
import { present } from '../base/present.ts';
import { openSessionWith } from '../testing/fake-session.ts';
import { fuzz, type FuzzOptions } from './fuzz.ts';
import { property, type Property } from './property.ts';
import type { PropertyResult } from './run-property.ts';

const support = { shards: true, deletes: true, formats: [] };

/** More than a round of each property below. */
const enough = 2000;

/** What the values are drawn from, and noted in; and the limit on requests, half of which end all. */
interface Drawing {
  readonly seed: number;
  readonly drawn?: Set<number>;
  readonly maxRequests?: number;
}

/** Runs properties, of which each run sends so many requests, in rounds; all end at a number of requests. */
async function results(
  costs: readonly number[],
  { seed, drawn, maxRequests }: Drawing,
): Promise<readonly PropertyResult[]> {
  openSessionWith(() => ({ status: 200, body: {} }));
  let sent = 0;
  const most = maxRequests === undefined ? enough : (costs.length * maxRequests) / 2;
  const properties = costs.map((cost, at): Property =>
    property({
      id: `p${at}`,
      describe: 'Sends requests.',
      clauses: [],
      arbitrary: () => fc.noBias(fc.nat()),
      async holds(world, value) {
        drawn?.add(value);
        for (let nth = 0; nth < cost; nth += 1) {
          if (sent >= most) throw new Interrupted('enough');
          sent += 1;
          await world.send({ method: 'GET', path: '/' });
        }
      },
    }),
  );
  const nothing = (): void => undefined;
  const limits = { maxTime_ms: 3_600_000, ...present({ maxRequests }) };
  const options = { properties, support, seed, ...limits };
  return fuzz({ ...options, onStart: nothing, onEnd: nothing });
}

test('with a time limit, cheap properties run more often, so that all send about as many requests', async () => {
  const [cheap, dear] = await results([1, 20], { seed: 1 });
  assert.ok(cheap !== undefined && dear !== undefined);
  assert.equal(cheap.requests + dear.requests, enough);
  const share = cheap.requests / dear.requests;
  assert.ok(share > 0.7 && share < 1.4, `${share}`);
});

test('with a limit on requests, a time that ends early leaves all properties about the same part undone', async () => {
  const all = await results([1, 1, 1, 1], { seed: 1, maxRequests: 500 });
  const counts = all.map(({ requests }) => requests);
  assert.ok(Math.min(...counts) >= 150 && Math.max(...counts) <= 400, counts.join(', '));
});

test('runs with neighbouring seeds do not draw the same values', async () => {
  const [one, next] = [new Set<number>(), new Set<number>()];
  await results([1], { seed: 1, drawn: one });
  await results([1], { seed: 2, drawn: next });
  assert.ok(one.size > enough / 2);
  assert.deepEqual(
    [...one].filter((value) => next.has(value)),
    [],
  );
});

/** Runs a property that fails for most values, and then one that holds; each value takes a while. */
async function afterFailure(
  limits: Pick<FuzzOptions, 'maxTime_ms' | 'maxShrink_ms' | 'maxRequests'>,
) {
  openSessionWith(() => ({ status: 200, body: {} }));
  const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 4));
  const start_ms = now();
  let last_ms = start_ms;
  const failing = property({
    id: 'failing',
    describe: 'Fails for most values, so that there is always one more to try.',
    clauses: [],
    arbitrary: () => fc.array(fc.nat(), { minLength: 80, maxLength: 100 }),
    async holds(_, values) {
      await pause();
      last_ms = now();
      if (values.reduce((sum, value) => sum + value, 0) % 3 > 0) throw new Mismatch(0, 1, 'wrong');
    },
  });
  const other = property({
    id: 'other',
    describe: 'Holds.',
    clauses: [],
    arbitrary: () => fc.nat(),
    holds: async () => void (await pause()),
  });
  const nothing = (): void => undefined;
  const options = { properties: [failing, other], support, seed: 1, ...limits };
  const [, held] = await fuzz({ ...options, onStart: nothing, onEnd: nothing });
  return { failing_ms: last_ms - start_ms, runs: held?.runs ?? 0 };
}

test('with a time limit, shrinking one counterexample does not take the time of other properties', async () => {
  const { failing_ms, runs } = await afterFailure({ maxTime_ms: 3000 });
  assert.ok(failing_ms < 2000, `${failing_ms} ms`);
  assert.ok(runs > 20, `${runs} runs`);
});

test('with a limit on requests too, shrinking takes no time of other properties', async () => {
  const { failing_ms, runs } = await afterFailure({
    maxTime_ms: 1500,
    maxShrink_ms: 1500,
    maxRequests: 100,
  });
  assert.ok(failing_ms > 1400, `${failing_ms} ms`);
  assert.ok(runs > 1, `${runs} runs`);
});

test('with a limit on requests, what makes more effort makes it when all others have had their turn', async () => {
  openSessionWith(() => ({ status: 200, body: {} }));
  const sent: string[] = [];
  const sending = (id: string, effort: number): Property =>
    property({
      id,
      describe: 'Sends a request.',
      clauses: [],
      effort,
      arbitrary: () => fc.nat(),
      async holds(world) {
        sent.push(id);
        await world.send({ method: 'GET', path: '/' });
      },
    });
  const nothing = (): void => undefined;
  const properties = [sending('more', 3), sending('plain', 1)];
  const limits = { maxTime_ms: 60_000, maxRequests: 100 };
  await fuzz({ properties, support, seed: 1, ...limits, onStart: nothing, onEnd: nothing });
  const turns = sent.filter((id, at) => id !== sent[at - 1]);
  assert.deepEqual(turns.slice(0, 6), ['more', 'plain', 'more', 'plain', 'more', 'plain']);
  const count = (id: string): number => sent.filter((one) => one === id).length;
  assert.ok(count('more') > 2 * count('plain'), `${count('more')} and ${count('plain')}`);
  const last = sent.lastIndexOf('plain', sent.lastIndexOf('more'));
  const before = sent.slice(0, last + 1);
  assert.equal(before.filter((id) => id === 'more').length, before.length / 2);
});
