import type { SecretHash } from './secret-hasher.ts';

/** The hash of a secret as it is put down: base64. */
export interface EncodedHash {
  readonly salt: string;
  readonly hash: string;
}

export function encodeHash({ salt, hash }: SecretHash): EncodedHash {
  return {
    salt: Buffer.from(salt).toString('base64'),
    hash: Buffer.from(hash).toString('base64'),
  };
}

export function decodeHash({ salt, hash }: EncodedHash): SecretHash {
  return { salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}
