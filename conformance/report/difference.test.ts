import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './difference.ts';

test(
  'differences are found by path, also in an object of many members',
  { timeout: 20_000 },
  () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]));
    assert.deepEqual(differences(many, { ...many, k5: -1 }), ['/k5: expected 5, got -1']);
    assert.deepEqual(differences({ a: [1, { b: 2 }] }, { a: [1, {}], c: 0 }), [
      '/a/1/b: expected 2, got nothing',
      '/c: expected nothing, got 0',
    ]);
  },
);

test('a member of the prototype is none of the object', () => {
  assert.deepEqual(differences({ toString: 1 }, {}), ['/toString: expected 1, got nothing']);
});
