import type { SecretHash } from './secret-hasher.ts';

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
