import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAt, valueAt } from '../base/body.ts';

const body = { hits: { hits: [{ _id: '1', _source: { 'a.b': 7, a: { c: null } } }] } };

const cases: readonly (readonly [string, unknown])[] = [
  ['', body],
  ['hits.hits.0._id', '1'],
  ['hits.hits.0._source.a.b', 7],
  ['hits.hits.0._source.a.c', null],
  ['hits.hits.1', undefined],
  ['hits.hits.length', undefined],
  ['hits.toString', undefined],
];

for (const [path, value] of cases) {
  test(`the path "${path}"`, () => assert.deepEqual(valueAt(body, path), value));
}

test('a missing list is empty', () => {
  assert.equal(listAt(body, 'hits.hits').length, 1);
  assert.deepEqual(listAt(body, 'hits.total'), []);
});
