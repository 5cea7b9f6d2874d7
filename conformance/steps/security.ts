import { Given, Then, When } from '@cucumber/cucumber';
import { Mismatch } from '../base/errors.ts';
import {
  anyKeyName,
  authenticateAs,
  createKey,
  createRole,
  createUser,
  currentKey,
  keyHolds,
} from '../client/accounts.ts';
import { expectSuccess } from '../client/expectations.ts';
import { agentKey } from '../client/intake-calls.ts';
import type { World } from '../client/world.ts';
import type { Credential } from './credentials.ts';
import { defineWordings, entriesOf } from './wordings.ts';

Given('a role {name} with:', async function (this: World, role: string, body: string) {
  expectSuccess(await createRole(this, role, body));
});

Given(
  'a user {name} with the role(s) {name}',
  async function (this: World, username: string, roles: string) {
    await createUser(this, username, roles.split(','));
  },
);

Given('an API key', async function (this: World) {
  expectSuccess(await createKey(this, agentKey(anyKeyName(this), ['event:write'])));
  currentKey(this);
});

When(
  'the client authenticates with {credential}',
  async function (this: World, credential: Credential) {
    await authenticateAs(this, credential());
  },
);

defineWordings<boolean>('holds', [
  [/has/, () => true],
  [/lacks/, () => false],
]);

Then(
  'the API key {holds} the privilege(s) {string}',
  async function (this: World, isHeld: boolean, list: string) {
    for (const privilege of entriesOf(list)) await expectKeyToHold(this, privilege, isHeld);
  },
);

/** Throws Mismatch unless the current key has, or lacks, a privilege of the application `apm`. */
export async function expectKeyToHold(
  world: World,
  privilege: string,
  expected: boolean,
): Promise<void> {
  const got = await keyHolds(world, privilege);
  if (got === expected) return;
  const verb = expected ? 'lacks' : 'has';
  throw new Mismatch(expected, got, `the API key ${verb} the privilege ${privilege}`);
}
