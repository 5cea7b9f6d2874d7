import { createHmac } from 'node:crypto';
import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { noJournal } from '../base/journal.ts';
import type { FirstUser, User, Users } from './accounts/users.ts';
import { createUsers } from './accounts/users.ts';
import type { Roles } from './accounts/roles.ts';
import { createRoles } from './accounts/roles.ts';
import type { ApiKey, ApiKeys, KeyLimits } from './keys/api-keys.ts';
import { createApiKeys } from './keys/api-keys.ts';
import type { Principal } from './principal.ts';
import { ownerName } from './principal.ts';
import { accessOfBoth, accessOfRoles } from './privileges/access.ts';
import { superuser } from './privileges/role-descriptor.ts';
import { parseCredential } from './secrets/credentials.ts';
import type { Hashing, SecretHasher } from './secrets/secret-hasher.ts';
import { createSecretHasher, keyHashing, passwordHashing } from './secrets/secret-hasher.ts';
import { remembering } from './secrets/verified-secrets.ts';

/** What is given to prove who asks; `encoded` is base64 of a name, a colon and a secret. No call hands out tokens. */
export type Proof =
  { readonly kind: 'api_key' | 'user'; readonly encoded: string } | { readonly kind: 'other' };

/** Who may ask, and what they may do. */
export interface Security {
  /** True where everybody has to prove who they are; otherwise who proves nothing may do everything. */
  readonly enforced: boolean;
  readonly roles: Roles;
  readonly users: Users;
  readonly keys: ApiKeys;
  /** Who asks without proof, where that is allowed. */
  readonly anonymous: Principal;
  /**
   * Gives who asks, or undefined where the proof is none: no other reason is told, and every wrong proof takes the same work.
   */
  authenticate(proof: Proof): Promise<Principal | undefined>;
  /** Gives bytes that stand for somebody in the ids of what they start; others have other ones, and nobody can guess them. */
  ownerMask(principal: Principal, bytes: number): Uint8Array;
  /** Drops roles, accounts and keys, but for the first account. */
  reset(): void;
}

export interface SecurityOptions {
  readonly environment: Environment;
  /** Present where everybody has to prove who they are: the account that may do everything. */
  readonly first: FirstUser | undefined;
  /** Where roles, accounts and keys are put down. Default: nowhere. */
  readonly journal?: Journal | undefined;
  readonly keyLimits?: KeyLimits;
  /** For passwords and keys. Default: those that work each secret out. */
  readonly hasher?: SecretHasher;
}

const keyRealm = { name: '_es_api_key', type: '_es_api_key' };
const userRealm = { name: 'native', type: 'native' };
const reservedRealm = { name: 'reserved', type: 'reserved' };

const anonymous: Principal = {
  kind: 'anonymous',
  username: '_anonymous',
  roles: ['superuser'],
  full_name: null,
  email: null,
  metadata: {},
  realm: { name: '__anonymous', type: '__anonymous' },
  access: accessOfRoles([superuser]),
  rights: [superuser],
};

/** Starts with what a journal has, and the first account, where it is given. */
export async function createSecurity(options: SecurityOptions): Promise<Security> {
  const { environment, first, keyLimits, journal = noJournal } = options;
  const hasherOf = (hashing: Hashing): SecretHasher =>
    remembering(options.hasher ?? createSecretHasher(environment, hashing), environment);
  const maskKey = environment.randomBytes(32);
  const roles = createRoles(journal);
  const users = await createUsers(hasherOf(passwordHashing), first, journal);
  const keys = createApiKeys({ environment, hasher: hasherOf(keyHashing), journal }, keyLimits);
  return {
    enforced: first !== undefined,
    roles,
    users,
    keys,
    anonymous,
    async authenticate(proof) {
      const encoded = proof.kind === 'other' ? '' : proof.encoded;
      // Neither an account nor a key has an empty name.
      const { name, secret } = parseCredential(encoded) ?? { name: '', secret: '' };
      if (proof.kind === 'user') {
        const user = await users.verify(name, secret);
        return user && userPrincipal(user, roles);
      }
      const key = await keys.verify(proof.kind === 'api_key' ? name : '', secret);
      return key && keyPrincipal(key);
    },
    ownerMask: (principal, bytes) =>
      createHmac('sha512', maskKey)
        .update(ownerName(principal), 'utf8')
        .digest()
        .subarray(0, bytes),
    reset() {
      roles.reset();
      users.reset();
      keys.reset();
    },
  };
}

/** roles.least-privilege-suffices: the rights of an account are those that its roles give at this moment. */
function userPrincipal(user: User, roles: Roles): Principal {
  const { username, full_name, email, metadata, reserved } = user;
  const rights = user.roles.flatMap((name) => roles.get(name) ?? []);
  return {
    kind: 'user',
    username,
    roles: user.roles,
    full_name,
    email,
    metadata,
    realm: reserved ? reservedRealm : userRealm,
    access: accessOfRoles(rights),
    rights,
  };
}

/**
 * api-keys.access-equal-to-creator, api-keys.access-lower-than-creator, api-keys.access-never-above-creator,
 * api-keys.privilege-single, api-keys.privilege-several, roles.creator-holds-event-write,
 * roles.creator-holds-config-agent-read.
 */
function keyPrincipal({ id, name, username, roles, limits }: ApiKey): Principal {
  const most = accessOfRoles(limits);
  return {
    kind: 'api_key',
    username,
    roles: [],
    full_name: null,
    email: null,
    metadata: {},
    realm: keyRealm,
    key: { id, name },
    access: roles.length === 0 ? most : accessOfBoth(accessOfRoles(roles), most),
    // What a key creates has no rights at all.
    rights: [],
  };
}
