import assert from 'node:assert/strict';
import type { JsonValue } from '../base/json.ts';
import { handClock } from './hand-clock.ts';
import { parseUser } from '../security/accounts/parse-user.ts';
import type { CreatedKey, KeyLimits } from '../security/keys/api-keys.ts';
import { parseApiKey } from '../security/keys/parse-api-key.ts';
import type { Principal } from '../security/principal.ts';
import { parseRole } from '../security/privileges/parse-role.ts';
import { encodeCredential } from '../security/secrets/credentials.ts';
import type { SecretHasher } from '../security/secrets/secret-hasher.ts';
import { createSecurity } from '../security/security.ts';

/** Returns security with a manual clock and with a fast hasher that counts its work. */
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

/** The result of `testSecurity`. */
export type TestSecurity = Awaited<ReturnType<typeof testSecurity>>;

const part = (value: JsonValue) => ({ value, text: JSON.stringify(value), path: [] });

/** Creates an account with a role of the same name, and returns its principal. */
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

/** Authenticates an account and returns its principal. */
export async function authenticateUser(
  { security }: Pick<TestSecurity, 'security'>,
  username: string,
): Promise<Principal> {
  const encoded = encodeCredential({ name: username, secret: 'password' });
  const principal = await security.authenticate({ kind: 'user', encoded });
  assert.ok(principal !== undefined);
  return principal;
}

/** Creates a key. */
export function addKey(
  { security }: TestSecurity,
  creator: Principal,
  request: Readonly<Record<string, JsonValue>> = {},
): Promise<CreatedKey> {
  return security.keys.create(parseApiKey(part({ name: 'k', ...request })), creator);
}
