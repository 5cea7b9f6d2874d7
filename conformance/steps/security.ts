import { Given, Then, When } from '@cucumber/cucumber';
import { Mismatch } from '../base/errors.ts';
import {
  authenticate,
  authorizationOf,
  createKey,
  createRole,
  createUser,
  currentKey,
  keyHolds,
} from '../client/accounts.ts';
import { expectSuccess, isRefusal } from '../client/expectations.ts';
import { credentialOf, inBase64 } from '../client/secrets.ts';
import type { World } from '../client/world.ts';

/** The key of scenarios that need any key. */
const plainKey = {
  name: 'agents',
  role_descriptors: {
    agent: {
      applications: [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }],
    },
  },
};

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
  expectSuccess(await createKey(this, plainKey));
  currentKey(this);
});

Given(
  '{string} without its last letter is kept as {string}',
  function (this: World, text: string, name: string) {
    keepSecret(this, name, Array.from(this.expand(text)).slice(0, -1).join(''));
  },
);

Given(
  '{string} with small and capital letters exchanged is kept as {string}',
  function (this: World, text: string, name: string) {
    keepSecret(this, name, exchangedCases(this.expand(text)));
  },
);

When(
  'the client creates the role {name} with:',
  async function (this: World, role: string, body: string) {
    await createRole(this, role, body);
  },
);

When('the client creates an API key with:', async function (this: World, body: string) {
  await createKey(this, body);
});

When(
  'the user {name} creates an API key with:',
  async function (this: World, username: string, body: string) {
    await createKey(this, body, { authorization: authorizationOf(this, username) });
  },
);

When('the client authenticates with the API key', async function (this: World) {
  await authenticate(this, credentialOf(currentKey(this)));
});

When(
  'the client authenticates with {string} in base64',
  async function (this: World, text: string) {
    await authenticate(this, inBase64(this.expand(text)));
  },
);

When(
  'the client authenticates with {string} as it stands',
  async function (this: World, text: string) {
    await authenticate(this, this.expand(text));
  },
);

When('the client authenticates without a credential', async function (this: World) {
  await authenticate(this, undefined);
});

Then('the API key has the privilege(s) {string}', async function (this: World, list: string) {
  for (const privilege of namesIn(list)) await expectHeld(this, privilege, true);
});

Then('the API key lacks the privilege(s) {string}', async function (this: World, list: string) {
  for (const privilege of namesIn(list)) await expectHeld(this, privilege, false);
});

Then(
  'the request is refused, or the API key lacks the privilege {string}',
  async function (this: World, privilege: string) {
    if (isRefusal(this.last.response.status)) return;
    expectSuccess(this.last);
    await expectHeld(this, privilege, false);
  },
);

/** What a secret was made into would nearly tell it, and stands in no report either. */
function keepSecret(world: World, name: string, text: string): void {
  world.hide(text);
  world.save(name, text);
}

/** A text that differs from the given one in its cases alone; where it has no letters, it gets one more. */
function exchangedCases(text: string): string {
  const exchanged = text.replaceAll(/[a-z]+|[A-Z]+/g, (letters) =>
    letters === letters.toLowerCase() ? letters.toUpperCase() : letters.toLowerCase(),
  );
  return exchanged === text ? `${text}x` : exchanged;
}

function namesIn(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}

async function expectHeld(world: World, privilege: string, expected: boolean): Promise<void> {
  const got = await keyHolds(world, privilege);
  if (got === expected) return;
  const words = expected ? 'lacks' : 'has';
  throw new Mismatch(expected, got, `the API key ${words} the privilege ${privilege}`);
}
