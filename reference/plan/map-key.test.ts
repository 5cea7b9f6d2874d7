import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapKey } from './map-key.ts';

test('a long text has a short key of its own, everything else is its own key', () => {
  const long = 'x'.repeat(20_000);
  assert.equal(typeof mapKey(`${long}a`), 'bigint');
  assert.equal(mapKey(`${long}a`), mapKey(`${long}a`));
  assert.notEqual(mapKey(`${long}a`), mapKey(`${long}b`));
  assert.notEqual(mapKey(`${long}\ud800`), mapKey(`${long}\udbff`));
  for (const value of ['x'.repeat(16_383), '', 1, 2n, undefined])
    assert.equal(mapKey(value), value);
});
