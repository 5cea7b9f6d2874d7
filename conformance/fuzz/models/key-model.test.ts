import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createsKey, type Descriptors, keyHolds, mayCreate, type Rights } from './key-model.ts';

const write = 'event:write';
const read = 'config_agent:read';

function role(
  cluster: readonly string[],
  privileges: readonly string[],
  [application = 'apm', ...resources]: readonly string[] = ['apm', '*'],
): Rights {
  return { cluster, applications: [{ application, privileges, resources }], indices: [] };
}

const keeper = role(['manage_own_api_key'], [write]);
const reader = role(['monitor'], [read]);
const stranger = role(['manage_own_api_key'], [write], ['some-ui', '*']);
const ofTheShop = role(['manage_own_api_key'], [write], ['apm', 'shop']);

const asks = (...privileges: readonly string[]): Descriptors => ({ agent: role([], privileges) });
const empty: Rights = { cluster: [], applications: [], indices: [] };

test('key model: only manage_own_api_key is known to make creators', () => {
  assert.equal(mayCreate([keeper]), 'yes');
  assert.equal(mayCreate([reader, keeper]), 'yes');
  assert.equal(mayCreate([reader]), 'no');
  assert.equal(mayCreate([]), 'no');
  assert.equal(mayCreate([role(['manage_security'], [])]), 'open');
});

const creations: readonly (readonly [string, readonly Rights[], Descriptors, string])[] = [
  ['what the creator has', [keeper], asks(write), 'yes'],
  ['what another role of the creator has', [keeper, reader], asks(write, read), 'yes'],
  ['more than the creator has', [keeper], asks(write, read), 'open'],
  ['what the creator has in another application', [stranger], asks(write), 'open'],
  ['what the creator has for the shop', [ofTheShop], asks(write), 'open'],
  ['rights on the cluster', [keeper], { agent: role(['monitor'], [write]) }, 'open'],
  ['nothing in a role', [keeper], { agent: empty }, 'open'],
  ['no roles', [keeper], {}, 'open'],
  ['nothing', [keeper], undefined, 'open'],
  ['a right that its user may not hand out', [reader], asks(read), 'no'],
];

for (const [what, roles, descriptors, expected] of creations) {
  test(`key model: a key that asks for ${what}: ${expected}`, () => {
    assert.equal(createsKey(roles, descriptors), expected);
  });
}

const holdings: readonly (readonly [string, readonly Rights[], Descriptors, string, string])[] = [
  ['asked for and held', [keeper], asks(write), write, 'yes'],
  ['asked for and not held', [keeper], asks(read), read, 'no'],
  ['held and not asked for', [keeper, reader], asks(read), write, 'no'],
  ['held by a key without roles', [keeper], {}, write, 'open'],
  ['not held, by a key without roles', [keeper], undefined, read, 'no'],
  ['held in another application', [stranger], asks(write), write, 'no'],
  ['asked for in another application', [keeper], { agent: stranger }, write, 'no'],
  ['asked for the shop', [keeper], { agent: ofTheShop }, write, 'no'],
];

for (const [what, roles, descriptors, privilege, expected] of holdings) {
  test(`key model: a privilege ${what}: ${expected}`, () => {
    assert.equal(keyHolds(roles, descriptors, privilege), expected);
  });
}
