import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KitFault } from '../../base/errors.ts';
import { type RolloverConditions, decide, type RolloverFigures, standings } from './model.ts';

const day_ms = 86_400_000;
const gb = 1024 ** 3;

/** An index with two shards of 10 and 20 documents, of 1gb and 2gb, without replicas; one day old. */
const base: RolloverFigures = {
  shards: [
    { docs: 10, bytes: gb },
    { docs: 20, bytes: 2 * gb },
  ],
  replicas: 0,
  age_ms: [day_ms, day_ms + 500],
};

const full = (docs: number): Partial<RolloverFigures> => ({ shards: [{ docs, bytes: 1 }] });
const copied: Partial<RolloverFigures> = { replicas: 2 };

/** Conditions, the figures that differ from `base`, and the prediction. */
const table: readonly (readonly [
  RolloverConditions,
  Partial<RolloverFigures>,
  'yes' | 'no' | 'open',
])[] = [
  [{ max_age: '1d' }, {}, 'yes'],
  [{ max_age: '24h' }, {}, 'yes'],
  [{ max_age: '86401s' }, {}, 'no'],
  [{ max_age: '86400250ms' }, {}, 'open'],
  [{ max_age: '1nanos' }, {}, 'yes'],
  [{ max_docs: 30 }, {}, 'yes'],
  [{ max_docs: 31 }, {}, 'no'],
  [{ max_docs: 90 }, copied, 'yes'],
  [{ max_docs: 91 }, copied, 'no'],
  [{ max_size: '3gb' }, {}, 'yes'],
  [{ max_size: '3221225473b' }, {}, 'no'],
  [{ max_size: '4gb' }, copied, 'no'],
  [{ max_primary_shard_size: '2gb' }, {}, 'yes'],
  [{ max_primary_shard_size: '2147483649b' }, {}, 'no'],
  [{ max_primary_shard_docs: 20 }, {}, 'yes'],
  [{ max_primary_shard_docs: 21 }, {}, 'no'],
  [{ max_age: '2d', max_docs: 30 }, {}, 'yes'],
  [{ max_age: '2d', max_docs: 31 }, {}, 'no'],
  [{ max_docs: 1, min_age: '1d' }, {}, 'yes'],
  [{ max_docs: 1, min_age: '2d' }, {}, 'no'],
  [{ max_docs: 1, min_docs: 30 }, {}, 'yes'],
  [{ max_docs: 1, min_docs: 31 }, {}, 'no'],
  [{ max_docs: 1, min_docs: 31 }, copied, 'open'],
  [{ max_docs: 1, min_docs: 91 }, copied, 'no'],
  [{ max_docs: 1, min_size: '3gb' }, {}, 'yes'],
  [{ max_docs: 1, min_size: '4gb' }, {}, 'no'],
  [{ max_docs: 1, min_primary_shard_size: '2gb' }, {}, 'yes'],
  [{ max_docs: 1, min_primary_shard_size: '3gb' }, {}, 'no'],
  [{ max_docs: 1, min_primary_shard_docs: 20 }, {}, 'yes'],
  [{ max_docs: 1, min_primary_shard_docs: 21 }, {}, 'no'],
  [{ max_docs: 1, min_docs: 1, min_age: '2d' }, {}, 'no'],
  [{ max_age: '1d' }, full(0), 'no'],
  [{ max_age: '2d' }, full(199_999_999), 'no'],
  [{ max_age: '2d' }, full(200_000_000), 'yes'],
  [{ max_age: '2d', min_age: '2d' }, full(200_000_000), 'yes'],
  [{ max_primary_shard_docs: 200_000_001 }, full(200_000_000), 'yes'],
];

for (const [conditions, change, expected] of table) {
  const about = `${JSON.stringify(conditions)} on ${JSON.stringify(change)}`;
  test(`rollover model: ${about}: ${expected}`, () => {
    assert.equal(decide(conditions, { ...base, ...change }), expected);
  });
}

test('rollover model: the shard ceiling applies to each shard, not to the sum', () => {
  const shards = [150_000_000, 150_000_000].map((docs) => ({ docs, bytes: 1 }));
  assert.equal(decide({ max_age: '2d' }, { ...base, shards }), 'no');
  assert.equal(decide({ max_docs: 300_000_000 }, { ...base, shards }), 'yes');
});

test('rollover model: conditions are predicted separately; an unknown one is a fault of the kit', () => {
  const predictions = standings({ max_docs: 31, min_age: '1d' }, base);
  assert.deepEqual(predictions, { max_docs: 'no', min_age: 'yes' });
  assert.throws(() => decide({ max_words: 1 }, base), KitFault);
  assert.throws(() => decide({ max_age: '1 day' }, base), KitFault);
});
