import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog } from '../store/catalog-types.ts';
import { checkNoFollower, follow } from './followers.ts';
import type { Bench } from './test-support.ts';
import { managed, startBench } from './test-support.ts';

/** A leader with two documents, and its follower; two documents are what its policy rolls over at. */
async function followed(): Promise<Bench> {
  const bench = startBench();
  bench.policy('p', { hot: { actions: { rollover: { max_docs: 3 } } } });
  bench.catalog.create('leader-1', managed('p', 'leader'));
  bench.fill('leader-1', 2);
  await follow({ leader: 'leader-1', follower: 'follower-1' }, bench);
  return bench;
}

function documentsOf(catalog: Catalog, name: string): number {
  const index = catalog.get(name);
  index?.refresh();
  return index?.statistics().reduce((sum, { docs }) => sum + docs, 0) ?? 0;
}

test('a follower repeats the writes of its leader, and takes no others', async () => {
  const { catalog } = await followed();
  const leader = catalog.writeIndex('leader-1');
  const follower = catalog.writeIndex('follower-1');
  assert.equal(documentsOf(catalog, 'follower-1'), 2);
  leader.index({ id: 'x', source: '{"colour":"red"}' });
  assert.equal(follower.get('x')?.source, '{"colour":"red"}');
  assert.equal(follower.mapping.field('colour')?.type, 'text');
  leader.delete({ id: 'x' });
  assert.equal(follower.get('x'), undefined);
  assert.throws(() => checkNoFollower(follower), { type: 'status_exception' });
  checkNoFollower(leader);
});

test('a follower waits for its leader, and then is an index like any other', async () => {
  const endings: readonly (readonly [how: string, end: (bench: Bench) => void])[] = [
    ['rolled over', (bench) => bench.fill('leader', 1)],
    [
      'marked complete',
      ({ catalog }) =>
        catalog.updateSettings('leader-1', { 'index.lifecycle.indexing_complete': true }),
    ],
    ['gone', ({ catalog }) => void catalog.delete('leader-1')],
  ];
  for (const [how, end] of endings) {
    const bench = await followed();
    const { catalog, lifecycle } = bench;
    const follower = catalog.writeIndex('follower-1');
    const figures = new Map([[0, { docs: 200_000_000, bytes: 1 }]]);
    follower.updateMetadata({ figures });
    await lifecycle.run();
    assert.equal(bench.names(), 'follower-1 leader-1', how);
    assert.equal(bench.explain('follower-1')['step'], 'wait-for-indexing-complete', how);
    end(bench);
    await lifecycle.run();
    checkNoFollower(follower);
    assert.equal(bench.explain('follower-1')['step'], 'complete', how);
    follower.index({ id: 'own', source: '{}' });
    catalog.get('leader-1')?.index({ id: 'late', source: '{}' });
    assert.equal(follower.get('late'), undefined, how);
  }
});

test('a follower with an alias of its own is rolled over by its own conditions then', async () => {
  const bench = await followed();
  const { catalog, lifecycle } = bench;
  catalog.updateSettings('follower-1', { 'index.lifecycle.rollover_alias': 'own' });
  const options = { is_write_index: true };
  catalog.updateAliases([{ kind: 'add', indices: 'follower-1', aliases: ['own'], options }]);
  bench.fill('leader', 1);
  catalog.get('follower-1')?.refresh();
  await lifecycle.run();
  assert.equal(bench.names(), 'follower-000002 follower-1 leader-000002 leader-1');
});

test('what follows cannot be followed', async () => {
  const bench = await followed();
  await assert.rejects(
    follow({ leader: 'follower-1', follower: 'f-2' }, bench),
    /cannot be a leader/,
  );
  await assert.rejects(follow({ leader: 'nobody', follower: 'f-2' }, bench), /no such index/);
});
