import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameCell, isSameInBoth } from './cells.ts';

describe('cells of a response', () => {
  it('takes any form of a missing value, in texts and documents', () => {
    for (const isText of [true, false]) {
      for (const got of [null, '', 'null', '-']) assert.ok(isSameCell(null, got, isText));
      for (const got of [0, false, 'nothing', undefined]) {
        assert.ok(!isSameCell(null, got, isText));
      }
    }
  });

  it('does not take null for an empty text', () => {
    assert.ok(!isSameCell('', null, false));
    assert.ok(!isSameCell('', null, true));
    assert.ok(isSameCell('', '', false));
  });

  it('compares two answers that show a missing value in two forms', () => {
    assert.ok(isSameInBoth('', null, false));
    assert.ok(isSameInBoth(null, '-', true));
    assert.ok(!isSameInBoth('', 'a', false));
    assert.ok(!isSameInBoth(null, 0, false));
  });

  it('takes a number of a text format to fewer decimals, but not another number', () => {
    for (const got of ['0.3', '0.333', '0.3333333333333333'])
      assert.ok(isSameCell(1 / 3, got, true));
    for (const got of ['0', '0.4', '0.332', '0.334', '']) assert.ok(!isSameCell(1 / 3, got, true));
    assert.ok(isSameCell(5e-324, '0.000', true));
    assert.ok(isSameCell(-2.5, '-2.5', true));
    assert.ok(!isSameCell(2.5, '2.6', true));
    assert.ok(!isSameCell(5, '6', true));
    assert.ok(!isSameCell(1 / 3, 0.333, false));
  });
});
