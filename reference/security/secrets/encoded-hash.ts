import type { SecretHash } from './secret-hasher.ts';

/** The hash of a secret in base64, as it is stored. */
export interface EncodedHash {
  readonly salt: string;
  readonly hash: string;
}

/** Returns a hash as it is stored. */
export function encodeHash({ salt, hash }: SecretHash): EncodedHash {
  return {
    salt: Buffer.from(salt).toString('base64'),
    hash: Buffer.from(hash).toString('base64'),
  };
}

/** Returns a stored hash. */
export function decodeHash({ salt, hash }: EncodedHash): SecretHash {
  return { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}
