import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Incomplete } from '../../base/errors.ts';
import { World } from '../../client/world.ts';
import { loadProfile } from '../../driver/load-profile.ts';
import type { SpawnedServer } from '../../driver/spawn.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { bodyOf } from '../../testing/mistaken-references.ts';
import { mutatedSession, startReference, withBody } from '../../testing/mutated-session.ts';
import type { WalkRow } from '../dimensions/walk-dimensions.ts';
import { storeWalks } from './walk-corpus.ts';

let reference: SpawnedServer;

before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

const row: WalkRow = {
  kind: 'from',
  type: 'integer',
  size: '1',
  spread: 'distinct',
  order: 'asc',
  keys: 'one',
  form: 'as an order',
  between: 'nothing',
  other: 'none',
  beside: 'nothing',
  target: 'index',
  query: 'all',
  slicing: 'default',
  end: 'unique',
  method: 'GET',
  shards: '1 shard',
  place: 'root',
  mapping: 'flat',
  rank: 'first',
  extended: 'never',
};

/** Refuses documents with a list of objects. */
const refusesObjects: Interceptor = async (request, forward) => {
  const response = await forward(request);
  if (!request.path.includes('/_doc/') || !bodyOf(request).includes('[{')) return response;
  return { ...withBody(response, { why: 'no objects here' }), status: 422 };
};

async function stored(mapping: WalkRow['mapping']): Promise<void> {
  const { enter, client } = mutatedSession(reference.base_url, refusesObjects);
  enter();
  const world = new World();
  const documents = [{ id: '1', cells: { u: 1, integer_distinct: 7 } }];
  await storeWalks(world, [{ ...row, mapping }], documents).finally(() => world.finish());
  client.close();
}

test('only documents of an index with nested fields have lists of objects', async () => {
  await stored('flat');
});

test('a document that is refused is named with the answer', async () => {
  await assert.rejects(stored('nested'), (error: unknown) => {
    assert.ok(error instanceof Incomplete);
    assert.match(error.message, /_doc\/1 was refused: 422 \{"why":"no objects here"\}$/);
    return true;
  });
});

test('the documents of a data stream are stored where rollovers are not claimed', async () => {
  const { claims, ...others } = loadProfile('reference');
  const profile = { ...others, claims: new Set([...claims].filter((one) => one !== 'rollover')) };
  const { enter, client } = mutatedSession(
    reference.base_url,
    (request, forward) => forward(request),
    {
      profile,
    },
  );
  enter();
  const world = new World();
  const documents = [1, 2].map((u) => ({ id: `${u}`, cells: { u, integer_distinct: u } }));
  const corpus = await storeWalks(world, [{ ...row, target: 'stream' }], documents);
  await world.finish();
  client.close();
  assert.equal(corpus.documents.length, 2);
});
