import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutCopies } from './documents.ts';

test('one shard and no replicas are left out, in both spellings', () => {
  const settings = {
    number_of_shards: 1,
    'index.number_of_replicas': 0,
    'index.refresh_interval': '-1',
  };
  const creation = JSON.stringify({ settings, aliases: { a: {} } });
  const expected = { settings: { 'index.refresh_interval': '-1' }, aliases: { a: {} } };
  assert.deepEqual(JSON.parse(withoutCopies(creation)), expected);
});

test('other numbers of shards and replicas stay', () => {
  const creation = { settings: { 'index.number_of_shards': 2, number_of_replicas: 1 } };
  assert.deepEqual(JSON.parse(withoutCopies(JSON.stringify(creation))), creation);
});

test('a creation without settings stays as it is', () => {
  assert.equal(withoutCopies('{ "mappings": {} }'), '{ "mappings": {} }');
});
