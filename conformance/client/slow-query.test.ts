import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Incomplete } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import { expandingQuery } from '../base/expanding-query.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import type { Profile } from '../driver/profile.ts';
import { createIndex } from '../fuzz/set-up.ts';
import type { Interceptor } from '../run/mutation.ts';
import {
  calls,
  mutatedSession,
  referenceProfile,
  startReference,
} from '../testing/mutated-session.ts';
import { writeAll } from './documents.ts';
import { endlessRunning, expectBegun, slowRunning, startSlow } from './slow-query.ts';
import { jsonOf } from '../base/body.ts';
import { World } from './world.ts';

let reference: SpawnedServer;
before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

const starts = calls('POST', /^\/_query\/async/);
const quick = '"wait_for_completion_timeout":"10ms"';

/** Starts a slow query on the reference, changed by an interceptor. */
async function startOn(
  intercept: Interceptor,
  profile?: Profile,
  start: (world: World, index: string) => Promise<unknown> = slowRunning,
): Promise<void> {
  const { enter, client } = mutatedSession(
    reference.base_url,
    intercept,
    profile === undefined ? {} : { profile },
  );
  enter();
  const world = new World();
  try {
    const index = world.name('books');
    await createIndex(world, index, { mappings: {}, shards: 1 });
    await writeAll(
      world,
      ['1', '2', '3'].map((id) => ({ index, id, source: { n: 1 } })),
    );
    await start(world, index);
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

/** A server whose language has a command of its own for slow queries, and no lists. */
const crawling: Interceptor = (request, forward) => {
  const body = bodyOf(request);
  assert.doesNotMatch(body, /MV_EXPAND/);
  const made = /CRAWL (\S+) (\d+)/.exec(body);
  if (made === null) return forward(request);
  const [all, index = '', levels] = made;
  return forward({ ...request, body: body.replace(all, expandingQuery(index, Number(levels))) });
};

const crawls: Profile = {
  ...referenceProfile,
  slow_query: { query: 'CRAWL {index} 7', rows_per_document: 4 ** 7, endless: 'CRAWL {index} 17' },
};

test('the slow query of a profile takes the place of that of the kit, with its result', async () => {
  await startOn(crawling, crawls);
  await startOn(crawling, crawls, endlessRunning);
  await startOn(crawling, crawls, async (world, index) => {
    const { is_running, values } = jsonOf(await startSlow(world, index, '20s')) as Record<
      string,
      unknown
    >;
    assert.deepEqual({ is_running, values }, { is_running: false, values: [[3 * 4 ** 7]] });
  });
});

test('a slow query of a profile that finishes too soon is not followed by another', async () => {
  const quicker = { ...crawls.slow_query, query: 'CRAWL {index} 2', rows_per_document: 16 };
  const profile = { ...crawls, slow_query: { ...quicker, endless: 'CRAWL {index} 17' } };
  // Its first response comes after its end, however slow the machine is.
  const patient: Interceptor = (request, forward) =>
    crawling({ ...request, body: bodyOf(request).replace('"10ms"', '"20s"') }, forward);
  await assert.rejects(
    startOn(patient, profile),
    (error: Error) => error.name === 'Incomplete' && /counted 48 rows/.test(error.message),
  );
});

test('a query that was stopped before it found a document is not judged by its rows', () => {
  const stopped = (body: object) => ({
    response: { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)), duration_ms: 1 },
  });
  assert.throws(() => expectBegun(stopped({ documents_found: 0 })), Incomplete);
  expectBegun(stopped({ documents_found: 2, values: [] }));
  expectBegun(stopped({ values: [] }));
});
