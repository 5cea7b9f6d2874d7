import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Interrupted } from '../base/errors.ts';
import { openSessionWith } from '../testing/fake-session.ts';
import { fuzz } from './fuzz.ts';
import { property, type Property } from './property.ts';
import type { PropertyResult } from './run-property.ts';

const support = { shards: true, deletes: true, formats: [] };

/** More than a round of each property below. */
const maxRequests = 2000;

/** Runs properties, of which each run sends so many requests, in rounds; all end at a number of requests. */
async function results(
  costs: readonly number[],
  { seed, drawn }: { readonly seed: number; readonly drawn?: Set<number> },
): Promise<readonly PropertyResult[]> {
  openSessionWith(() => ({ status: 200, body: {} }));
  let sent = 0;
  const properties = costs.map((cost, at): Property =>
    property({
      id: `p${at}`,
      describe: 'Sends requests.',
      clauses: [],
      arbitrary: () => fc.noBias(fc.nat()),
      async holds(world, value) {
        drawn?.add(value);
        for (let nth = 0; nth < cost; nth += 1) {
          if (sent >= maxRequests) throw new Interrupted('enough');
          sent += 1;
          await world.send({ method: 'GET', path: '/' });
        }
      },
    }),
  );
  const nothing = (): void => undefined;
  const options = { properties, support, seed, maxTime_ms: 3_600_000 };
  return fuzz({ ...options, onStart: nothing, onEnd: nothing });
}

test('with a time limit, cheap properties run more often, so that all send about as many requests', async () => {
  const [cheap, dear] = await results([1, 20], { seed: 1 });
  assert.ok(cheap !== undefined && dear !== undefined);
  assert.equal(cheap.requests + dear.requests, maxRequests);
  const share = cheap.requests / dear.requests;
  assert.ok(share > 0.7 && share < 1.4, `${share}`);
});

test('runs with neighbouring seeds do not draw the same values', async () => {
  const [one, next] = [new Set<number>(), new Set<number>()];
  await results([1], { seed: 1, drawn: one });
  await results([1], { seed: 2, drawn: next });
  assert.ok(one.size > maxRequests / 2);
  assert.deepEqual(
    [...one].filter((value) => next.has(value)),
    [],
  );
});
