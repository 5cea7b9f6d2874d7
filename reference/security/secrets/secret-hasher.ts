import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import { tooMany } from '../../base/service-error.ts';

/** The salted hash of a secret. */
export interface SecretHash {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** Hashes and verifies secrets, both in the same time and outside of the event loop. */
export interface SecretHasher {
  hash(secret: string): Promise<SecretHash>;
  /** Returns whether a secret has this hash. Without a hash it returns false after the same time. */
  matches(secret: string, kept: SecretHash | undefined): Promise<boolean>;
}

const salt_bytes = 16;
const hash_bytes = 32;

/** Parameters of the hash, and limits that keep wrong credentials from exhausting memory and processors. */
export interface Hashing {
  /** The work factor, a power of two; also the memory in KiB. */
  readonly cost: number;
  /** Maximum number of concurrent derivations. */
  readonly running: number;
  /** Maximum number of waiting derivations. */
  readonly waiting: number;
}

/** For passwords, which can be guessed. */
export const passwordHashing: Hashing = { cost: 2 ** 14, running: 2, waiting: 1000 };

/** For random secrets, which are too long to guess. */
export const keyHashing: Hashing = { cost: 2 ** 10, running: 2, waiting: 1000 };

/** For accounts and keys of tests, which no attacker wants and nothing stores. */
export const testHashing: Hashing = { cost: 2 ** 4, running: 2, waiting: 1000 };

/**
 * Returns a hasher with a limited number of concurrent derivations. It rejects with too_many_requests_exception if too
 * many are waiting.
 */
export function createSecretHasher(environment: Environment, hashing: Hashing): SecretHasher {
  const derive = bounded(deriving(hashing), hashing);
  const decoy = { salt: environment.randomBytes(salt_bytes), hash: new Uint8Array(hash_bytes) };
  return {
    async hash(secret) {
      const salt = environment.randomBytes(salt_bytes);
      return { salt, hash: await derive(secret, salt) };
    },
    async matches(secret, kept) {
      const { salt, hash } = kept ?? decoy;
      const equal = timingSafeEqual(await derive(secret, salt), hash);
      return equal && kept !== undefined;
    },
  };
}

type Derive = (secret: string, salt: Uint8Array) => Promise<Uint8Array>;

function deriving({ cost }: Hashing): Derive {
  const options = { N: cost, r: 8, p: 1 };
  return (secret, salt) =>
    new Promise((resolve, reject) => {
      scrypt(padless(secret), salt, hash_bytes, options, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    });
}

/** HMAC, on which scrypt rests, pads a secret with NULs: one that has some stands for its digest, so that it is its own. */
function padless(secret: string): string | Uint8Array {
  return secret.includes('\0') ? createHash('sha256').update(secret).digest() : secret;
}

function bounded(derive: Derive, limits: Hashing): Derive {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < limits.running) {
      running++;
      return;
    }
    if (waiting.length >= limits.waiting)
      throw tooMany(`[${limits.waiting}] credentials that wait to be checked`);
    // The derivation that finishes resolves this promise without changing the count of running ones.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  };
  return async (secret, salt) => {
    await enter();
    try {
      return await derive(secret, salt);
    } finally {
      leave();
    }
  };
}

/** The stored form of the hash of a secret, in base64. */
export interface EncodedHash {
  readonly salt: string;
  readonly hash: string;
}

/** Returns the stored form of a hash. */
export function encodeHash({ salt, hash }: SecretHash): EncodedHash {
  return {
    salt: Buffer.from(salt).toString('base64'),
    hash: Buffer.from(hash).toString('base64'),
  };
}

/** Returns the hash of a stored form. */
export function decodeHash({ salt, hash }: EncodedHash): SecretHash {
  return { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}

/** Maximum number of verified credentials that are remembered. */
const maxRemembered = 1000;

/**
 * Returns a hasher that remembers verified secrets, as keyed digests, and only while the stored hash does not change: a
 * new password or key is verified again. Wrong secrets are never remembered.
 */
export function remembering(hasher: SecretHasher, environment: Environment): SecretHasher {
  const key = environment.randomBytes(32);
  const remembered = new Map<string, SecretHash>();
  const digest = (secret: string, { salt }: SecretHash): string =>
    createHmac('sha256', key).update(salt).update(secret, 'utf8').digest('base64');
  return {
    hash: (secret) => hasher.hash(secret),
    async matches(secret, kept) {
      const name = kept === undefined ? '' : digest(secret, kept);
      if (kept !== undefined && remembered.get(name) === kept) return true;
      const isRight = await hasher.matches(secret, kept);
      if (!isRight || kept === undefined) return false;
      const [oldest] = remembered.keys();
      if (remembered.size >= maxRemembered && oldest !== undefined) remembered.delete(oldest);
      remembered.set(name, kept);
      return true;
    },
  };
}
