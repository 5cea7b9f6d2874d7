import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemEnvironment } from './environment.ts';
import { parseJsonInTurns } from './json-in-turns.ts';
import { hasMoreMembers, noteMembers } from './member-counts.ts';
import { startYielder } from './yielder.ts';

for (const count of [1, 5000]) {
  test(`counts ${count} names, whether an object was read in turns or not`, async () => {
    const made = Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]));
    const read = await parseJsonInTurns(JSON.stringify(made), startYielder(systemEnvironment()));
    assert.ok(read !== null && typeof read === 'object');
    for (const object of [made, read]) {
      assert.equal(hasMoreMembers(object, count - 1), true);
      assert.equal(hasMoreMembers(object, count), false);
    }
  });
}

test('does not list members that have been counted', () => {
  const object = new Proxy({}, { ownKeys: () => assert.fail('the members are listed') });
  noteMembers(object, 5000);
  assert.equal(hasMoreMembers(object, 4999), true);
  assert.equal(hasMoreMembers(object, 5000), false);
});
