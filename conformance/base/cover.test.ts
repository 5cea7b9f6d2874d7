import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Choice, cover, coverPairs, countTuples, tuplesIn } from './cover.ts';

const factors = [['a', 'b'], ['c'], ['d', 'e', 'f'], ['g']];

test('every two values of different factors are together once', () => {
  const rows = coverPairs(factors);
  for (const [at, ones] of factors.entries()) {
    for (const one of ones) {
      for (const other of factors.slice(at + 1).flat()) {
        const isTogether = rows.some((row) => row.includes(one) && row.includes(other));
        assert.ok(isTogether, `${one} and ${other}`);
      }
    }
  }
});

test('no combination has two values of a factor, and there are fewer than pairs', () => {
  const rows = coverPairs(factors);
  for (const row of rows) {
    for (const values of factors)
      assert.ok(values.filter((value) => row.includes(value)).length <= 1);
  }
  assert.ok(rows.length <= 7, `${rows.length} combinations`);
  assert.deepEqual(coverPairs(factors), rows);
  assert.deepEqual(coverPairs([]), []);
});

test('values that do not fit are never together, and all other triples are', () => {
  const apart = new Set(['a d', 'd a', 'b f', 'f b']);
  const fits = (one: Choice, other: Choice): boolean => !apart.has(`${one.value} ${other.value}`);
  const rows = cover(factors, { strength: 3, fits });
  for (const row of rows) {
    assert.ok(row.every((one) => row.every((other) => one === other || fits(one, other))));
  }
  const covered = new Set(rows.flatMap((row) => tuplesIn(row, 3)));
  assert.equal(covered.size, countTuples(factors, { strength: 3, fits }));
});
