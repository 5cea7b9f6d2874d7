import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSessionWith } from '../testing/fake-session.ts';
import { writeAll } from './documents.ts';
import { World } from './world.ts';

test('documents of others in the index do not hide those of the scenario', async () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ _id: `other-${at}`, _source: {} }));
  const sizes: number[] = [];
  openSessionWith(({ method, body }) => {
    if (method === 'PUT') return { status: 201, body: {} };
    const { size } = JSON.parse(String(body)) as { size: number };
    sizes.push(size);
    const hits = [...others, { _id: 'own', _source: { n: 7 } }].slice(0, size);
    return { status: 200, body: { hits: { hits } } };
  });
  const world = new World();
  await writeAll(world, [{ index: world.name('books'), id: 'own', source: { n: 7 } }]);
  assert.deepEqual(sizes, [11, 22, 44]);
});
