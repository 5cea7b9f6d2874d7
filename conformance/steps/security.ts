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
import { agentKey, keyHeader } from '../client/intake-calls.ts';
import { credentialOf, inBase64 } from '../client/secrets.ts';
import type { World } from '../client/world.ts';
import { definePhrase, defineWordings, entriesOf } from './wordings.ts';

/** Returns the value of the `Authorization` header, or an empty string if the header is omitted. */
export type Credential = () => string;

defineWordings<Credential>('credential', [
  [/the API key/, (world) => () => `ApiKey ${credentialOf(currentKey(world))}`],
  [/the key "([^"]*)"/, (world, name) => () => keyHeader(world, name)],
  [/"([^"]*)" in base64/, (world, text) => () => `ApiKey ${inBase64(world.expand(text))}`],
  [/"([^"]*)" as it is/, (world, text) => () => `ApiKey ${world.expand(text)}`],
  [/the header "([^"]*)"/, (world, text) => () => world.expand(text)],
  [/no key/, () => () => ''],
]);

definePhrase<[string, string]>('a role {name} with:', async (world, [role, body]) =>
  expectSuccess(await createRole(world, role, body)),
);

definePhrase<[string, string]>(
  'a user {name} with the role(s) {name}',
  (world, [username, roles]) => createUser(world, username, roles.split(',')),
);

definePhrase('an API key', async (world) => {
  expectSuccess(await createKey(world, agentKey(anyKeyName(world), ['event:write'])));
  currentKey(world);
});

definePhrase<[Credential]>('the client authenticates with {credential}', (world, [credential]) =>
  authenticateAs(world, credential()),
);

defineWordings<boolean>('holds', [
  [/has/, () => true],
  [/lacks/, () => false],
]);

definePhrase<[boolean, string]>(
  'the API key {holds} the privilege(s) {string}',
  async (world, [isHeld, list]) => {
    for (const privilege of entriesOf(list)) await expectKeyToHold(world, privilege, isHeld);
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
