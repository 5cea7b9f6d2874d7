import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../base/json.ts';
import type { Catalog } from '../store/catalog.ts';
import { day_ms, managedIndex, startLifecycleService } from '../testing/lifecycle-service.ts';

const rolloverAt2: JsonObject = { actions: { rollover: { max_docs: 2 } } };
const deleteAfter1d: JsonObject = { min_age: '1d', actions: { delete: {} } };

test('an index waits, is rolled over once, and is deleted a day later', async () => {
  const service = startLifecycleService();
  service.policy('p', { hot: rolloverAt2, delete: deleteAfter1d });
  service.catalog.create('a-000001', managedIndex('p', 'a'));
  service.fill('a', 1);
  service.environment.advance(9 * day_ms);
  assert.equal(await service.lifecycle.run(), 1);
  assert.equal(service.names(), 'a-000001');
  assert.equal(service.explain('a-000001')['step'], 'check-rollover-ready');

  service.fill('a', 1);
  await service.lifecycle.run();
  await service.lifecycle.run();
  assert.equal(service.names(), 'a-000001 a-000002');
  assert.equal(service.catalog.writeIndex('a').name, 'a-000002');
  assert.deepEqual(service.explain('a-000001')['age'], '0ms');
  const settings = service.catalog.get('a-000001')?.settings.flat;
  assert.equal(settings?.get('index.lifecycle.indexing_complete'), 'true');

  service.environment.advance(day_ms - 1);
  await service.lifecycle.run();
  assert.deepEqual(service.removed, []);
  service.environment.advance(1);
  await service.lifecycle.run();
  assert.deepEqual(service.removed, ['a-000001']);
  assert.equal(service.names(), 'a-000002');
});

test('counts documents only after a refresh, and those of assigned replicas', async () => {
  const service = startLifecycleService();
  service.policy('p', { hot: rolloverAt2 });
  const { settings, aliases } = managedIndex('p', 'a');
  const index = service.catalog.create('a-1', {
    settings: { ...settings, refresh_interval: '-1', number_of_replicas: 1 },
    aliases,
  });
  service.fill('a', 1);
  index.index({ id: undefined, source: '{}' });
  await service.lifecycle.run();
  assert.equal(service.names(), 'a-1');
  index.updateMetadata({ assignedReplicas: 1 });
  await service.lifecycle.run();
  assert.equal(service.names(), 'a-000002 a-1');
});

test('figures that a test has set replace those of the shards', async () => {
  const service = startLifecycleService();
  service.policy('p', { hot: { actions: { rollover: { max_primary_shard_size: '50gb' } } } });
  const { settings, aliases } = managedIndex('p', 'a');
  const shards = { ...settings, number_of_shards: 2 };
  const index = service.catalog.create('a-1', { settings: shards, aliases });
  const big = 30 * 2 ** 30;
  index.updateMetadata({
    figures: new Map([0, 1].map((shard) => [shard, { docs: 5, bytes: big }] as const)),
  });
  await service.lifecycle.run();
  assert.equal(service.names(), 'a-1');
  index.updateMetadata({ figures: new Map([[1, { docs: 5, bytes: 2 * big }]]) });
  await service.lifecycle.run();
  assert.equal(service.names(), 'a-000002 a-1');
});

test('an alias that is not ready is an error of its index only, until it is fixed', async () => {
  const service = startLifecycleService();
  service.policy('p', { hot: rolloverAt2 });
  const named = { 'index.lifecycle.name': 'p' };
  const through = { ...named, 'index.lifecycle.rollover_alias': 'x' };
  const cases: readonly (readonly [name: string, body: JsonObject, reason: string])[] = [
    [
      'b-1',
      { settings: named },
      'setting [index.lifecycle.rollover_alias] for index [b-1] is empty or not defined',
    ],
    [
      'c-1',
      { settings: through },
      'index.lifecycle.rollover_alias [x] does not point to index [c-1]',
    ],
    ['d-1', managedIndex('p', 'x', false), 'index [d-1] is not the write index for alias [x]'],
    [
      'e-1',
      {
        ...managedIndex('p', 'y'),
        settings: {
          ...through,
          'index.lifecycle.rollover_alias': 'y',
          'index.lifecycle.indexing_complete': true,
        },
      },
      'index [e-1] has [index.lifecycle.indexing_complete] set to [true], but is still the write index for alias [y]',
    ],
    ['f', managedIndex('p', 'z'), String.raw`index name [f] does not match pattern '^.*-\d+$'`],
    ['g-1', { settings: { 'index.lifecycle.name': 'q' } }, 'policy [q] does not exist'],
  ];
  for (const [name, body] of cases) service.catalog.create(name, body);
  service.fill('f', 2);
  service.catalog.create('z-good-1', managedIndex('p', 'good'));
  service.fill('good', 2);
  await service.lifecycle.run();
  await service.lifecycle.run();
  for (const [name, , reason] of cases) {
    const { step, step_info } = service.explain(name);
    assert.deepEqual(step_info, { type: 'illegal_argument_exception', reason });
    assert.equal(step, 'ERROR', name);
  }
  assert.ok(service.catalog.get('z-good-000002') !== undefined);
  assert.deepEqual(service.reports, []);

  service.catalog.updateAliases([
    { kind: 'add', indices: 'c-1', aliases: ['x'], options: { is_write_index: true } },
  ]);
  service.fill('c-1', 2);
  await service.lifecycle.run();
  assert.ok(service.catalog.get('c-000002') !== undefined);
  assert.equal(service.explain('c-1')['step_info'], undefined);
});

test('an alias without a write index moves to the new index, one with a write index is on both', async () => {
  for (const flag of ['none', true] as const) {
    const service = startLifecycleService();
    service.policy('p', { hot: rolloverAt2 });
    service.catalog.create('<a-{now/d{uuuu}}-1>', managedIndex('p', 'a', flag));
    service.fill('a', 2);
    service.environment.advance(366 * day_ms);
    await service.lifecycle.run();
    assert.equal(service.names(), 'a-2020-1 a-2021-000002');
    const left = service.catalog.get('a-2020-1')?.aliases.get('a');
    const moved = service.catalog.get('a-2021-000002')?.aliases.get('a');
    assert.deepEqual(
      [left?.is_write_index, moved?.is_write_index],
      flag === true ? [false, true] : [undefined, undefined],
    );
    assert.equal(left === undefined, flag === 'none');
  }
});

test('counts the age of a phase from the origin, and that of a rollover from the creation', async () => {
  const service = startLifecycleService();
  const origin = service.environment.now() - 5 * day_ms;
  service.policy('old', { delete: deleteAfter1d });
  service.policy('roll', { hot: { actions: { rollover: { max_age: '1d' } } } });
  service.catalog.create('a', { settings: { 'index.lifecycle.name': 'old' } });
  service.catalog.create('b', {
    settings: { 'index.lifecycle.name': 'old', 'index.lifecycle.origination_date': origin },
  });
  service.catalog.create('c-2020.01.01-1', {
    settings: { 'index.lifecycle.name': 'old', 'index.lifecycle.parse_origination_date': true },
  });
  const { settings, aliases } = managedIndex('roll', 'd');
  service.catalog.create('d-1', {
    settings: { ...settings, 'index.lifecycle.origination_date': origin },
    aliases,
  });
  service.fill('d', 1);
  await service.lifecycle.run();
  assert.equal(service.names(), 'a d-1');
  service.environment.advance(day_ms);
  await service.lifecycle.run();
  assert.equal(service.names(), 'd-000002 d-1');
});

test('runs at the interval of the settings, even after errors', async () => {
  const service = startLifecycleService((catalog) => failingFor(catalog, 'a-000002'));
  service.policy('p', { hot: rolloverAt2 });
  for (const alias of ['a', 'b']) {
    service.catalog.create(`${alias}-1`, managedIndex('p', alias));
    service.fill(`${alias}-1`, 2);
  }
  service.environment.advance(9 * 60_000);
  await settle();
  assert.equal(service.names(), 'a-1 b-1');
  service.environment.advance(60_000);
  await settle();
  assert.equal(service.names(), 'a-1 b-000002 b-1');
  assert.equal(service.explain('a-1')['step'], 'ERROR');
  assert.match(service.reports.join(), /the disk is on fire/);

  service.catalog.updateClusterSettings({
    persistent: { 'indices.lifecycle.poll_interval': '1s' },
  });
  service.lifecycle.reschedule();
  service.catalog.create('c-1', managedIndex('p', 'c'));
  service.fill('c-1', 2);
  service.environment.advance(1000);
  await settle();
  assert.ok(service.catalog.get('c-000002') !== undefined);
  service.lifecycle.stop();
  service.fill('c', 2);
  service.environment.advance(day_ms);
  await settle();
  assert.equal(service.catalog.get('c-000003'), undefined);
});

test('a data stream is rolled over, and deleted with its last index', async () => {
  const service = startLifecycleService();
  service.policy('p', { hot: rolloverAt2, delete: deleteAfter1d });
  service.policy('short', { delete: deleteAfter1d });
  for (const [name, policy] of [
    ['s', 'p'],
    ['t', 'short'],
  ] as const) {
    service.catalog.templates.put(name, {
      index_patterns: [name],
      data_stream: {},
      template: { settings: { 'index.lifecycle.name': policy } },
    });
    service.catalog.createDataStream(name);
  }
  service.fill('s', 2);
  await service.lifecycle.run();
  const { generation, indices } = service.catalog.dataStreams.get('s') ?? {};
  assert.equal(generation, 2);
  assert.equal(service.catalog.writeIndex('s').name, indices?.[1]);
  service.environment.advance(day_ms);
  await service.lifecycle.run();
  assert.deepEqual(service.catalog.dataStreams.get('s')?.indices, [indices?.[1]]);
  assert.equal(service.catalog.dataStreams.has('t'), false);
});

/** Returns a catalog that throws when an index with this name is created. */
function failingFor(catalog: Catalog, name: string): Catalog {
  const create: Catalog['create'] = (created, body, options) => {
    if (created === name) throw new Error('the disk is on fire');
    return catalog.create(created, body, options);
  };
  return new Proxy(catalog, {
    get(target, key) {
      if (key === 'create') return create;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** Waits until the runs in progress have finished. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
