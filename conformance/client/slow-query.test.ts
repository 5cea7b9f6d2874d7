import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireRequest } from '../base/exchange.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { createIndex } from '../fuzz/set-up.ts';
import type { Interceptor } from '../run/mutation.ts';
import { calls, mutatedSession, startReference } from '../testing/mutated-session.ts';
import { writeAll } from './documents.ts';
import { slowRunning } from './slow-query.ts';
import { World } from './world.ts';

let reference: SpawnedServer;
before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

const starts = calls('POST', /^\/_query\/async/);
const quick = '"wait_for_completion_timeout":"10ms"';

/** Starts a slow query on the reference, changed by an interceptor. */
async function startOn(intercept: Interceptor): Promise<void> {
  const { enter, client } = mutatedSession(reference.base_url, intercept);
  enter();
  const world = new World();
  try {
    const index = world.name('books');
    await createIndex(world, index, { mappings: {}, shards: 1 });
    await writeAll(
      world,
      ['1', '2', '3'].map((id) => ({ index, id, source: { n: 1 } })),
    );
    await slowRunning(world, index);
  } finally {
    await world.finish();
    client.close();
  }
}

function bodyOf({ body }: WireRequest): string {
  return typeof body === 'string' ? body : '';
}

test('a query that has finished before the first response is followed by a larger one', async () => {
  const started: string[] = [];
  await startOn(async (request, forward) => {
    const body = bodyOf(request);
    if (!starts(request) || !body.includes(quick)) return forward(request);
    started.push(body);
    // The first one is faster than when its size was measured.
    if (started.length > 1) return forward(request);
    return forward({ ...request, body: body.replace('"10ms"', '"20s"') });
  });
  const sizes = started.map((body) => body.split('MV_EXPAND').length);
  assert.equal(sizes.length, 2);
  assert.ok(Number(sizes[1]) > Number(sizes[0]));
});

test('a server that refuses the slow query of the kit makes the scenario incomplete, with its words', async () => {
  const refusing: Interceptor = (request, forward) =>
    starts(request)
      ? Promise.resolve({
          status: 429,
          headers: { 'content-type': 'application/json' },
          body: Buffer.from('{"message":"too much work"}'),
          duration_ms: 1,
        })
      : forward(request);
  await assert.rejects(
    startOn(refusing),
    (error: Error) =>
      error.name === 'Incomplete' &&
      /refuses the slow query .* answered 429, too much work/.test(error.message),
  );
});
