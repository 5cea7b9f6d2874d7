import type { Environment } from '../../base/environment.ts';
import { randomText } from '../../base/environment.ts';
import type { Journal } from '../../base/journal.ts';
import { RecordedMap } from '../../base/journal.ts';
import { refuse, tooMany, validationError } from '../../base/service-error.ts';
import type { EncodedHash, SecretHash, SecretHasher } from '../secrets/secret-hasher.ts';
import { decodeHash, encodeHash } from '../secrets/secret-hasher.ts';
import type { UserChange } from './parse-user.ts';
import { checkName } from './parse-user.ts';

/** Maximum number of accounts of a server. */
const maxUsers = 10_000;

/** An account, without its password. */
export interface User extends Omit<UserChange, 'password'> {
  readonly username: string;
  /** Tells the account from others that had its name before; empty for the first account. */
  readonly account: string;
  /** True for the account that the server was started with. */
  readonly reserved: boolean;
}

/** The first account, which has all privileges. */
export interface FirstUser {
  readonly username: string;
  readonly password: string;
}

interface Kept {
  readonly user: User;
  readonly password: SecretHash;
}

interface UserParts {
  readonly environment: Environment;
  readonly hasher: SecretHasher;
  readonly journal: Journal;
}

const account_bytes = 9;

/** Returns the accounts of a server: those in the journal, and the first account, if any. */
export async function createUsers(
  { environment, hasher, journal }: UserParts,
  first: FirstUser | undefined,
) {
  const kept = storedAccounts(journal);
  const initial = first === undefined ? undefined : await firstAccount(first, hasher);
  const addInitial = (): void => {
    if (initial !== undefined) kept.set(initial.user.username, initial);
  };
  const checkReserved = (username: string): void => {
    if (kept.get(username)?.user.reserved === true) {
      refuse(`user [${username}] is reserved and may not be changed or deleted`);
    }
  };
  addInitial();
  return {
    /** Creates or changes an account. Returns true if it is new. */
    async put(username: string, { password, ...members }: UserChange): Promise<boolean> {
      checkName(username, 'User');
      checkReserved(username);
      if (password === undefined && !kept.has(username)) {
        throw validationError([
          'password must be specified unless you are updating an existing user',
        ]);
      }
      if (!kept.has(username) && kept.size >= maxUsers) throw tooMany(`[${maxUsers}] users`);
      const hash = password === undefined ? undefined : await hasher.hash(password);
      // Read after the wait, during which another request may have created or deleted the account.
      const before = kept.get(username);
      const known = hash ?? before?.password;
      if (known === undefined) return refuse(`user [${username}] was deleted meanwhile`);
      const account = before?.user.account ?? randomText(environment, account_bytes);
      kept.set(username, {
        user: { ...members, username, account, reserved: false },
        password: known,
      });
      return before === undefined;
    },
    get: (username: string): User | undefined => kept.get(username)?.user,
    /** Returns all accounts, sorted by name. */
    all: (): readonly User[] =>
      [...kept.values()].map(({ user }) => user).sort((a, b) => (a.username < b.username ? -1 : 1)),
    /** Deletes an account. Returns false if it does not exist. */
    delete(username: string): boolean {
      checkReserved(username);
      return kept.delete(username);
    },
    /**
     * Returns the account with this name and password; undefined if it does not exist or is disabled, or the password is
     * wrong.
     */
    async verify(username: string, password: string): Promise<User | undefined> {
      const isRight = await hasher.matches(password, kept.get(username)?.password);
      const user = kept.get(username)?.user;
      return isRight && user?.enabled === true ? user : undefined;
    },
    /** Deletes all accounts but the first. */
    reset(): void {
      kept.clear();
      addInitial();
    },
  };
}

interface EncodedUser {
  readonly user: User;
  readonly password: EncodedHash;
}

function storedAccounts(journal: Journal): RecordedMap<Kept> {
  return new RecordedMap<Kept>(journal, {
    kind: 'user',
    // The first account is not stored, because each start may set a different one.
    encode: ({ user, password }) =>
      user.reserved ? undefined : { user, password: encodeHash(password) },
    decode(stored) {
      const { user, password } = stored as unknown as EncodedUser;
      return { user, password: decodeHash(password) };
    },
  });
}

async function firstAccount(
  { username, password }: FirstUser,
  hasher: SecretHasher,
): Promise<Kept> {
  return {
    password: await hasher.hash(password),
    user: {
      username,
      account: '',
      reserved: true,
      roles: ['superuser'],
      full_name: null,
      email: null,
      metadata: { _reserved: true },
      enabled: true,
    },
  };
}
