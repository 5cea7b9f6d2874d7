import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapKey } from './map-key.ts';

test('a long text has a short key of its own, a bigint that is a safe integer is a number, everything else is its own key', () => {
  const long = 'x'.repeat(20_000);
  assert.equal(typeof mapKey(`${long}a`), 'bigint');
  assert.equal(mapKey(`${long}a`), mapKey(`${long}a`));
  assert.notEqual(mapKey(`${long}a`), mapKey(`${long}b`));
  assert.notEqual(mapKey(`${long}\ud800`), mapKey(`${long}\udbff`));
  assert.equal(mapKey(2n), 2);
  for (const value of ['x'.repeat(16_383), '', 1, 2n ** 60n, null])
    assert.equal(mapKey(value), value);
});
