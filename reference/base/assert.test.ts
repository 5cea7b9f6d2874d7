import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, assert as assertState, defined } from './assert.ts';

test('an impossible state throws an error that names it', () => {
  assert.throws(() => assertState(false, 'two owners'), /impossible state: two owners/);
  assert.throws(() => defined(undefined, 'column'), /impossible state: no column/);
  assert.throws(() => at([1], 1), /impossible state: index 1 of a list of 1/);
  assert.throws(() => at(new Float64Array(2), -1), /index -1 of a list of 2/);
});

test('a present value is returned', () => {
  assertState(true, 'unused');
  assert.equal(defined(0, 'count'), 0);
  assert.equal(at(Float64Array.of(1, 2), 1), 2);
});
