import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalog } from '../store/catalog.ts';
import { checkNoFollower, follow } from './followers.ts';
import type { LifecycleService } from '../testing/lifecycle-service.ts';
import { managedIndex, startLifecycleService } from '../testing/lifecycle-service.ts';

/** Creates a leader with two documents, and its follower. Its policy rolls over at two documents. */
async function followed(): Promise<LifecycleService> {
  const service = startLifecycleService();
  service.policy('p', { hot: { actions: { rollover: { max_docs: 3 } } } });
  service.catalog.create('leader-1', managedIndex('p', 'leader'));
  service.fill('leader-1', 2);
  await follow({ leader: 'leader-1', follower: 'follower-1' }, service);
  return service;
}

function documentsOf(catalog: Catalog, name: string): number {
  const index = catalog.get(name);
  index?.refresh();
  return index?.statistics().reduce((sum, { docs }) => sum + docs, 0) ?? 0;
}

test('a follower repeats the writes of its leader, and refuses others', async () => {
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

test('a follower waits for its leader, and then becomes a regular index', async () => {
  const endings: readonly (readonly [how: string, end: (service: LifecycleService) => void])[] = [
    ['rolled over', (service) => service.fill('leader', 1)],
    [
      'marked complete',
      ({ catalog }) =>
        catalog.updateSettings('leader-1', { 'index.lifecycle.indexing_complete': true }),
    ],
    ['gone', ({ catalog }) => void catalog.delete('leader-1')],
  ];
  for (const [how, end] of endings) {
    const service = await followed();
    const { catalog, lifecycle } = service;
    const follower = catalog.writeIndex('follower-1');
    const figures = new Map([[0, { docs: 200_000_000, bytes: 1 }]]);
    follower.updateMetadata({ figures });
    await lifecycle.run();
    assert.equal(service.names(), 'follower-1 leader-1', how);
    assert.equal(service.explain('follower-1')['step'], 'wait-for-indexing-complete', how);
    end(service);
    await lifecycle.run();
    checkNoFollower(follower);
    assert.equal(service.explain('follower-1')['step'], 'complete', how);
    follower.index({ id: 'own', source: '{}' });
    catalog.get('leader-1')?.index({ id: 'late', source: '{}' });
    assert.equal(follower.get('late'), undefined, how);
  }
});

test('a former follower with its own alias is rolled over by its own conditions', async () => {
  const service = await followed();
  const { catalog, lifecycle } = service;
  catalog.updateSettings('follower-1', { 'index.lifecycle.rollover_alias': 'own' });
  const options = { is_write_index: true };
  catalog.updateAliases([{ kind: 'add', indices: 'follower-1', aliases: ['own'], options }]);
  service.fill('leader', 1);
  catalog.get('follower-1')?.refresh();
  await lifecycle.run();
  assert.equal(service.names(), 'follower-000002 follower-1 leader-000002 leader-1');
});

test('a follower cannot be a leader', async () => {
  const service = await followed();
  await assert.rejects(
    follow({ leader: 'follower-1', follower: 'f-2' }, service),
    /cannot be a leader/,
  );
  await assert.rejects(follow({ leader: 'nobody', follower: 'f-2' }, service), /no such index/);
});
