import type { Environment } from '../../base/environment.ts';
import { randomText } from '../../base/environment.ts';
import type { Journal } from '../../base/journal.ts';
import { RecordedMap } from '../../base/journal.ts';
import type { JsonObject } from '../../base/json.ts';
import { tooMany } from '../../base/service-error.ts';
import { coverMatcher, newMatchBudget } from '../../base/wildcard.ts';
import type { Principal, Realm } from '../principal.ts';
import type { RoleDescriptor } from '../privileges/role-descriptor.ts';
import type { Credential } from '../secrets/credentials.ts';
import { encodeCredential } from '../secrets/credentials.ts';
import type { EncodedHash, SecretHash, SecretHasher } from '../secrets/secret-hasher.ts';
import { decodeHash, encodeHash } from '../secrets/secret-hasher.ts';
import type { KeyRequest } from './parse-api-key.ts';

/** Limits of the API keys of a server. */
export interface KeyLimits {
  /** Maximum number of keys, valid or not. */
  readonly kept: number;
  /** Time in milliseconds that an expired or invalidated key is kept. */
  readonly retention_ms: number;
}

const keyLimits: KeyLimits = { kept: 10_000, retention_ms: 7 * 86_400_000 };

/** An API key without its secret. Times are in milliseconds since the epoch. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly created_ms: number;
  readonly expires_ms: number | undefined;
  readonly invalidated_ms: number | undefined;
  /** The account that created the key. */
  readonly username: string;
  readonly account: string;
  readonly realm: Realm;
  /** The requested privileges; empty for all privileges in `limits`. */
  readonly roles: readonly RoleDescriptor[];
  /** api-keys.access-never-above-creator: the privileges of the creator when the key was created. */
  readonly limits: readonly RoleDescriptor[];
  readonly metadata: JsonObject;
}

/** A new key with its secret, of which the server stores only a hash. */
export interface CreatedKey {
  readonly key: ApiKey;
  readonly secret: string;
  /** The credentials in the form that a client sends. */
  readonly encoded: string;
}

interface Kept {
  readonly key: ApiKey;
  readonly secret: SecretHash;
}

interface EncodedKey {
  readonly key: ApiKey;
  readonly secret: EncodedHash;
}

/** Returns the id and the secret of a new key, made from random ones. */
export type KeyForm = (random: Credential) => Credential;

interface KeyParts {
  readonly environment: Environment;
  /** Default: the random ones. */
  readonly keyForm?: KeyForm | undefined;
  readonly hasher: SecretHasher;
  readonly journal: Journal;
}

const id_bytes = 15;
const secret_bytes = 24;

/** Returns the API keys of a server, with those in the journal. */
export function createApiKeys(
  { environment, keyForm = (random) => random, hasher, journal }: KeyParts,
  limits: KeyLimits = keyLimits,
) {
  const kept = new RecordedMap<Kept>(journal, {
    kind: 'api_key',
    encode: ({ key, secret }) => ({ key, secret: encodeHash(secret) }),
    decode(stored) {
      const { key, secret } = stored as unknown as EncodedKey;
      return { key, secret: decodeHash(secret) };
    },
  });
  const dropExpired = (): void => {
    const before_ms = environment.now() - limits.retention_ms;
    for (const [id, { key }] of kept) if (endOf(key) <= before_ms) kept.delete(id);
  };
  return {
    async create(request: KeyRequest, creator: Principal): Promise<CreatedKey> {
      dropExpired();
      if (kept.size >= limits.kept) throw tooMany(`[${limits.kept}] API keys`);
      const credential = keyForm({
        name: randomText(environment, id_bytes),
        secret: randomText(environment, secret_bytes),
      });
      const { name: id, secret } = credential;
      const hash = await hasher.hash(secret);
      const key = newKey({ id, created_ms: environment.now() }, request, creator);
      kept.set(id, { key, secret: hash });
      return { key, secret, encoded: encodeCredential(credential) };
    },
    /** Returns all keys in the order of their creation. */
    all(): readonly ApiKey[] {
      dropExpired();
      return [...kept.values()].map(({ key }) => key);
    },
    /** Invalidates a key. Returns false if it does not exist or is already invalid. */
    invalidate(id: string): boolean {
      const one = kept.get(id);
      if (one === undefined || one.key.invalidated_ms !== undefined) return false;
      kept.set(id, { ...one, key: { ...one.key, invalidated_ms: environment.now() } });
      return true;
    },
    /** Returns the key with this id and secret; undefined if there is none, or the key has expired or was invalidated. */
    async verify(id: string, secret: string): Promise<ApiKey | undefined> {
      const isRight = await hasher.matches(secret, kept.get(id)?.secret);
      // Read after the wait, during which the key may have been invalidated.
      const key = kept.get(id)?.key;
      return isRight && key !== undefined && environment.now() < endOf(key) ? key : undefined;
    },
    reset: () => kept.clear(),
  };
}

/** api-keys.expiration-lies-ahead-by-duration, api-keys.expiration-other-units. */
function newKey(
  { id, created_ms }: Pick<ApiKey, 'id' | 'created_ms'>,
  { name, life_ms, roles, metadata }: KeyRequest,
  { username, account, realm, rights }: Principal,
): ApiKey {
  return {
    id,
    name,
    created_ms,
    expires_ms: life_ms === undefined ? undefined : created_ms + life_ms,
    invalidated_ms: undefined,
    username,
    account,
    realm,
    roles,
    limits: rights,
    metadata,
  };
}

/** api-keys.expired-key, api-keys.ui-keys-never-expire: returns the time at which a key becomes invalid. */
function endOf({ expires_ms, invalidated_ms }: ApiKey): number {
  return Math.min(expires_ms ?? Infinity, invalidated_ms ?? Infinity);
}

/** Criteria for keys; an absent criterion matches all keys. */
export interface KeySelection {
  readonly ids?: readonly string[] | undefined;
  /** A name or a pattern with `*`. */
  readonly name?: string | undefined;
  readonly username?: string | undefined;
  /** True to select the caller's own keys only. */
  readonly owner?: boolean | undefined;
}

/** Returns the selected keys in their order. */
export function selectKeys(
  keys: readonly ApiKey[],
  { ids, name, username, owner }: KeySelection,
  caller: Principal,
): readonly ApiKey[] {
  const isNamed = name === undefined ? undefined : coverMatcher(name, newMatchBudget());
  const idSet = ids === undefined ? undefined : new Set(ids);
  return keys.filter(
    (key) =>
      (idSet?.has(key.id) ?? true) &&
      (isNamed?.(key.name) ?? true) &&
      (username === undefined || key.username === username) &&
      (owner !== true || isOwn(key, caller)),
  );
}

/** Returns whether a selection can match only the caller's own keys, so that it needs no privileges on other keys. */
export function selectsOwnKeysOnly(
  { ids, username, owner }: KeySelection,
  caller: Principal,
): boolean {
  if (owner === true) return true;
  if (caller.key !== undefined) return ids?.length === 1 && ids[0] === caller.key.id;
  return username === caller.username;
}

/**
 * Returns whether a key belongs to the caller: a key owns only itself, an account owns the keys that it created, not those
 * of an earlier account of its name.
 */
function isOwn({ id, username, account, realm }: ApiKey, caller: Principal): boolean {
  if (caller.key !== undefined) return caller.key.id === id;
  const isSameAccount = username === caller.username && account === caller.account;
  return isSameAccount && realm.name === caller.realm.name;
}
