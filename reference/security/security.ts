import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { noJournal } from '../base/journal.ts';
import type { FirstUser, User } from './accounts/users.ts';
import { createUsers } from './accounts/users.ts';
import type { Roles } from './accounts/roles.ts';
import { createRoles } from './accounts/roles.ts';
import type { ApiKey, KeyForm, KeyLimits } from './keys/api-keys.ts';
import { createApiKeys } from './keys/api-keys.ts';
import type { Principal } from './principal.ts';
import { accessOfBoth, accessOfRoles } from './privileges/access.ts';
import { superuser } from './privileges/role-descriptor.ts';
import { parseCredential } from './secrets/credentials.ts';
import type { Hashing, SecretHasher } from './secrets/secret-hasher.ts';
import {
  createSecretHasher,
  keyHashing,
  passwordHashing,
  remembering,
} from './secrets/secret-hasher.ts';

/** The credentials of a request; `encoded` is the base64 of a name, a colon and a secret. Tokens are not supported. */
export type SentCredentials =
  | { readonly kind: 'api_key' | 'user'; readonly encoded: string }
  | { readonly kind: 'other' };

/** Options of the security of a server. */
export interface SecurityOptions {
  readonly environment: Environment;
  /** The account with all privileges; if present, every request must be authenticated. */
  readonly first: FirstUser | undefined;
  /** The journal that stores roles, accounts and keys. Default: they are not stored. */
  readonly journal?: Journal | undefined;
  readonly keyLimits?: KeyLimits;
  readonly keyForm?: KeyForm | undefined;
  /** For passwords and keys. Default: scrypt. */
  readonly hasher?: SecretHasher;
}

const keyRealm = { name: '_es_api_key', type: '_es_api_key' };
const userRealm = { name: 'native', type: 'native' };
const reservedRealm = { name: 'reserved', type: 'reserved' };

/** Returns the caller of a request without credentials. */
function anonymous(): Principal {
  return {
    kind: 'anonymous',
    username: '_anonymous',
    account: '',
    roles: ['superuser'],
    full_name: null,
    email: null,
    metadata: {},
    realm: { name: '__anonymous', type: '__anonymous' },
    access: accessOfRoles([superuser]),
    rights: [superuser],
  };
}

/** The accounts, roles and keys of a server, and authentication. */
export type Security = Awaited<ReturnType<typeof createSecurity>>;

/** Creates the security of a server from the contents of the journal and the first account, if there is one. */
export async function createSecurity(options: SecurityOptions) {
  const { environment, first, keyLimits, keyForm, journal = noJournal } = options;
  const hasherOf = (hashing: Hashing): SecretHasher =>
    remembering(options.hasher ?? createSecretHasher(environment, hashing), environment);
  const roles = createRoles(journal);
  const users = await createUsers(
    { environment, hasher: hasherOf(passwordHashing), journal },
    first,
  );
  const hasher = hasherOf(keyHashing);
  const keys = createApiKeys({ environment, keyForm, hasher, journal }, keyLimits);
  return {
    /** True if every request must be authenticated. Otherwise an anonymous caller has all privileges. */
    enforced: first !== undefined,
    roles,
    users,
    keys,
    anonymous,
    /** Returns the caller, or undefined if the credentials are wrong. Takes the same time for every kind of error. */
    async authenticate(credentials: SentCredentials): Promise<Principal | undefined> {
      const encoded = credentials.kind === 'other' ? '' : credentials.encoded;
      // No account and no key has an empty name.
      const { name, secret } = parseCredential(encoded) ?? { name: '', secret: '' };
      if (credentials.kind === 'user') {
        const user = await users.verify(name, secret);
        return user && userPrincipal(user, roles);
      }
      const key = await keys.verify(credentials.kind === 'api_key' ? name : '', secret);
      return key && keyPrincipal(key);
    },
    /** Deletes roles, accounts and keys, except the first account. */
    reset(): void {
      roles.reset();
      users.reset();
      keys.reset();
    },
  };
}

/** roles.least-privilege-suffices: returns the principal of an account, with the privileges that its roles have now. */
function userPrincipal(user: User, roles: Roles): Principal {
  const { username, account, full_name, email, metadata, reserved } = user;
  const rights = user.roles.flatMap((name) => roles.get(name) ?? []);
  return {
    kind: 'user',
    username,
    account,
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
  const limit = accessOfRoles(limits);
  return {
    kind: 'api_key',
    username,
    account: '',
    roles: [],
    full_name: null,
    email: null,
    metadata: {},
    realm: keyRealm,
    key: { id, name },
    access: roles.length === 0 ? limit : accessOfBoth(accessOfRoles(roles), limit),
    // A key that was created by a key has no privileges.
    rights: [],
  };
}
