import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createsKey, type Descriptors, keyHolds, type Rights } from './key-model.ts';

const write = 'event:write';
const read = 'config_agent:read';

function role(
  cluster: readonly string[],
  privileges: readonly string[],
  [application = 'apm', ...resources]: readonly string[] = ['apm', '*'],
): Rights {
  return { cluster, applications: [{ application, privileges, resources }] };
}

const writer = role(['manage_own_api_key'], [write]);
const reader = role(['monitor'], [read]);
const otherApplication = role(['manage_own_api_key'], [write], ['some-ui', '*']);
const shopWriter = role(['manage_own_api_key'], [write], ['apm', 'shop']);

const request = (...privileges: readonly string[]): Descriptors => ({
  agent: role([], privileges),
});

const creationCases: readonly (readonly [string, readonly Rights[], Descriptors, string])[] = [
  ['the privileges of the creator', [writer], request(write), 'yes'],
  ['privileges from two roles of the creator', [writer, reader], request(write, read), 'yes'],
  ['more than the creator has', [writer], request(write, read), 'open'],
  [
    'privileges that the creator has in another application',
    [otherApplication],
    request(write),
    'open',
  ],
  [
    'privileges that the creator has only for the resource shop',
    [shopWriter],
    request(write),
    'open',
  ],
  ['a privilege of a user who may not create keys', [reader], request(read), 'no'],
];

for (const [what, roles, descriptors, expected] of creationCases) {
  test(`key model: a request for ${what} creates a key: ${expected}`, () => {
    assert.equal(createsKey(roles, descriptors), expected);
  });
}

const privilegeCases: readonly (readonly [
  string,
  readonly Rights[],
  Descriptors,
  string,
  boolean,
])[] = [
  ['that is requested, and held by the creator,', [writer], request(write), write, true],
  ['that is requested, but not held by the creator,', [writer], request(read), read, false],
  [
    'that is held by the creator, but not requested,',
    [writer, reader],
    request(read),
    write,
    false,
  ],
  [
    'that the creator holds in another application',
    [otherApplication],
    request(write),
    write,
    false,
  ],
  ['that is requested in another application', [writer], { agent: otherApplication }, write, false],
  ['that is requested only for the resource shop', [writer], { agent: shopWriter }, write, false],
];

for (const [what, roles, descriptors, privilege, expected] of privilegeCases) {
  test(`key model: the key has a privilege ${what}: ${expected}`, () => {
    assert.equal(keyHolds(roles, descriptors, privilege), expected);
  });
}
