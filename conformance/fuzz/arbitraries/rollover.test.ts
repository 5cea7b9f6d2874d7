import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide, shardCeiling, type ShardFigures } from '../models/rollover-model.ts';
import { figuresAt, rolloverCase } from './rollover.ts';

const support = { shards: true, deletes: true, formats: [] };
const sample = fc.sample(rolloverCase(support), { seed: 1, numRuns: 300 });

test('every policy has a maximum, and all its limits are valid and at least 1', () => {
  for (const { conditions } of sample.flatMap(({ indices }) => indices)) {
    assert.ok(Object.keys(conditions).some((name) => name.startsWith('max_')));
    for (const [name, limit] of Object.entries(conditions)) {
      if (name.endsWith('_docs')) assert.ok(Number.isSafeInteger(limit) && Number(limit) >= 1);
      else assert.match(String(limit), /^[1-9]\d*[a-z]+$/, `${name}: ${limit}`);
    }
  }
});

test('an index has the same number of shards at every run, and all figures are safe integers', () => {
  for (const { indices, passes_ms } of sample) {
    for (const { shards } of indices) {
      assert.equal(shards.length, passes_ms.length);
      assert.equal(new Set(shards.map((primaries) => primaries.length)).size, 1);
      const figures = shards.flat().flatMap(({ docs, bytes }) => [docs, bytes]);
      assert.ok(figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0));
    }
  }
});

test('most cases predict yes or no, with at least a quarter of each', () => {
  const predictions = sample.flatMap(({ indices, passes_ms }) =>
    indices.map((index) => decide(index.conditions, figuresAt(index, passes_ms, 0))),
  );
  const share = (prediction: string): number =>
    predictions.filter((one) => one === prediction).length / predictions.length;
  assert.ok(share('yes') > 0.25 && share('no') > 0.25 && share('open') < 0.1);
});

test('an index has one shard if the target does not support several', () => {
  const [one] = fc.sample(rolloverCase({ ...support, shards: false }), 1);
  assert.ok(
    one?.indices.every(({ shards }) => shards.every((primaries) => primaries.length === 1)),
  );
});

test('the age at a run is the time of all runs so far', () => {
  const shards = [[{ docs: 2, bytes: 0 }], [{ docs: 3, bytes: 0 }]];
  assert.deepEqual(figuresAt({ replicas: 1, shards }, [1000, 500], 1), {
    replicas: 1,
    age_ms: [1500, 1500],
    shards: [{ docs: 3, bytes: 0 }],
  });
});

test('what the profile knows as a deviation is not drawn', () => {
  const deviations = new Set([
    'rollover.max-docs-counts-replicas',
    'rollover.shard-document-ceiling-overrides-min',
  ]);
  const drawn = (support: Parameters<typeof rolloverCase>[0]) =>
    fc.sample(rolloverCase(support), { numRuns: 300, seed: 1 }).flatMap(({ indices }) => indices);
  const isFull = ({ shards }: { readonly shards: readonly (readonly ShardFigures[])[] }): boolean =>
    shards.flat().some(({ docs }) => docs >= shardCeiling);
  assert.ok(drawn(support).some(({ replicas }) => replicas > 0));
  assert.ok(drawn(support).some(isFull));
  assert.ok(drawn({ ...support, deviations }).every(({ replicas }) => replicas === 0));
  assert.ok(!drawn({ ...support, deviations }).some(isFull));
});
