import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverPairs } from './cover-pairs.ts';
import { combinationsOf } from './combinations.ts';
import { serverShapes } from './server-shapes.ts';

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

test('the shapes of the reference need few combinations', () => {
  const combinations = combinationsOf(serverShapes);
  assert.ok(combinations.length <= 12, `${combinations.length} combinations`);
  const used = new Set(combinations.flat());
  assert.equal(used.size, serverShapes.length);
  for (const { name, aspect } of serverShapes) {
    if (aspect === 'calls') continue;
    const usual = combinations.some(
      (shapes) =>
        shapes.some((shape) => shape.name === name) &&
        shapes.every((shape) => shape.aspect !== 'calls'),
    );
    assert.ok(usual, `${name} on a server with all calls`);
  }
});
