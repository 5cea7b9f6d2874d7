import { scrypt, timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import { ServiceError } from '../../base/service-error.ts';

/** A secret as it is kept: nobody gets it back from this. */
export interface SecretHash {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/** Hashes secrets and compares them with what is kept; both take the same time, away from the event loop. */
export interface SecretHasher {
  hash(secret: string): Promise<SecretHash>;
  /** Undefined in the place of a hash: takes as long, and gives false. */
  matches(secret: string, kept: SecretHash | undefined): Promise<boolean>;
}

const salt_bytes = 16;
const hash_bytes = 32;

/** How secrets are hashed, with bounds, so that wrong credentials can fill neither memory nor processors. */
export interface Hashing {
  /** A power of two: so many KiB are filled and read once over. */
  readonly cost: number;
  /** Derivations that run at once. */
  readonly running: number;
  /** Derivations that wait for their turn. */
  readonly waiting: number;
}

/** For secrets that people choose, and others could try out. */
export const passwordHashing: Hashing = { cost: 2 ** 14, running: 2, waiting: 1000 };

/** For secrets of so many random bytes that nobody tries them out. */
export const keyHashing: Hashing = { cost: 2 ** 10, running: 2, waiting: 1000 };

/** Gives a hasher whose work is bounded. It rejects with too_many_requests_exception where too much of it waits. */
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
      scrypt(secret, salt, hash_bytes, options, (error, key) => {
        if (error === null) resolve(key);
        else reject(error);
      });
    });
}

function bounded(derive: Derive, limits: Hashing): Derive {
  const waiting: (() => void)[] = [];
  let running = 0;
  const enter = async (): Promise<void> => {
    if (running < limits.running) {
      running++;
      return;
    }
    if (waiting.length >= limits.waiting) throw tooMany(limits.waiting);
    // Who leaves hands its place over, so that the count stays.
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

function tooMany(limit: number): ServiceError {
  return new ServiceError(
    'too_many_requests_exception',
    `more than [${limit}] credentials wait to be checked`,
  );
}
