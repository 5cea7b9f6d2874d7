import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decide } from '../models/rollover-model.ts';
import { figuresAt, rolloverCase } from './rollover.ts';

const support = { shards: true, deletes: true, formats: [] };
const sample = fc.sample(rolloverCase(support), { seed: 1, numRuns: 300 });

test('every policy has a maximum, and limits of at least 1 that the interface can carry', () => {
  for (const { conditions } of sample.flatMap(({ indices }) => indices)) {
    assert.ok(Object.keys(conditions).some((name) => name.startsWith('max_')));
    for (const [name, limit] of Object.entries(conditions)) {
      if (name.endsWith('_docs')) assert.ok(Number.isSafeInteger(limit) && Number(limit) >= 1);
      else assert.match(String(limit), /^[1-9]\d*[a-z]+$/, `${name}: ${limit}`);
    }
  }
});

test('an index has as many shards at every run, and no hook is given more than a number holds', () => {
  for (const { indices, passes_ms } of sample) {
    for (const { shards } of indices) {
      assert.equal(shards.length, passes_ms.length);
      assert.equal(new Set(shards.map((primaries) => primaries.length)).size, 1);
      const figures = shards.flat().flatMap(({ docs, bytes }) => [docs, bytes]);
      assert.ok(figures.every((figure) => Number.isSafeInteger(figure) && figure >= 0));
    }
  }
});

test('indices that are rolled over and that stay are both common, and few cases are left open', () => {
  const predictions = sample.flatMap(({ indices, passes_ms }) =>
    indices.map((index) => decide(index.conditions, figuresAt(index, passes_ms, 0))),
  );
  const share = (prediction: string): number =>
    predictions.filter((one) => one === prediction).length / predictions.length;
  assert.ok(share('yes') > 0.25 && share('no') > 0.25 && share('open') < 0.1);
});

test('without several shards there is one', () => {
  const [one] = fc.sample(rolloverCase({ ...support, shards: false }), 1);
  assert.ok(
    one?.indices.every(({ shards }) => shards.every((primaries) => primaries.length === 1)),
  );
});

test('written documents add up, with those that the looks in between have left', () => {
  const shards = [[{ docs: 2, bytes: 0 }], [{ docs: 3, bytes: 0 }]];
  const index = { documents: 'written' as const, replicas: 1, shards };
  const figures = figuresAt(index, [1000, 500], 1);
  assert.deepEqual(figures, {
    replicas: 1,
    age_ms: [1500, 1500],
    shards: [{ docs: 6, bytes: 0 }],
  });
});
