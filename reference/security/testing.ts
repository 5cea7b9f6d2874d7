import assert from 'node:assert/strict';
import type { JsonValue } from '../base/json.ts';
import { handClock } from '../testing/hand-clock.ts';
import { parseUser } from './accounts/parse-user.ts';
import type { CreatedKey, KeyLimits } from './keys/api-keys.ts';
import { parseApiKey } from './keys/parse-api-key.ts';
import type { Principal } from './principal.ts';
import { parseRole } from './privileges/parse-role.ts';
import { encodeCredential } from './secrets/credentials.ts';
import type { SecretHasher } from './secrets/secret-hasher.ts';
import { createSecurity } from './security.ts';

/** Security of a test: its clock is moved by hand, and its hashes are quick and counted. */
export async function testSecurity(keyLimits?: KeyLimits) {
  const environment = handClock();
  const work = { done: 0 };
  const hasher: SecretHasher = {
    hash: (secret) => Promise.resolve({ salt: new Uint8Array(), hash: Buffer.from(secret) }),
    matches(secret, kept) {
      work.done++;
      return Promise.resolve(kept !== undefined && Buffer.from(secret).equals(kept.hash));
    },
  };
  const security = await createSecurity({
    environment,
    first: { username: 'elastic', password: 'changeme' },
    hasher,
    ...(keyLimits === undefined ? {} : { keyLimits }),
  });
  return { environment, security, work };
}

export type TestSecurity = Awaited<ReturnType<typeof testSecurity>>;

const part = (value: JsonValue) => ({ value, text: JSON.stringify(value), path: [] });

/** Gives an account of this name the roles, which are created for it, and answers as who it is. */
export async function addUser(
  { security }: TestSecurity,
  username: string,
  role: JsonValue,
): Promise<Principal> {
  security.roles.put(username, parseRole(part(role), username));
  await security.users.put(
    username,
    parseUser(part({ password: 'password', roles: [username] }), username),
  );
  return authenticateUser({ security }, username);
}

/** Gives who an account is at this moment. */
export async function authenticateUser(
  { security }: Pick<TestSecurity, 'security'>,
  username: string,
): Promise<Principal> {
  const encoded = encodeCredential({ name: username, secret: 'password' });
  const principal = await security.authenticate({ kind: 'user', encoded });
  assert.ok(principal !== undefined);
  return principal;
}

/** Creates a key as somebody would. */
export function addKey(
  { security }: TestSecurity,
  creator: Principal,
  request: Readonly<Record<string, JsonValue>> = {},
): Promise<CreatedKey> {
  return security.keys.create(parseApiKey(part({ name: 'k', ...request })), creator);
}
