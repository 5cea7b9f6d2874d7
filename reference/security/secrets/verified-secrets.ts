import { createHmac } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import type { SecretHash, SecretHasher } from './secret-hasher.ts';

/** Credentials that are remembered as right. */
const maxRemembered = 1000;

/**
 * Takes a hasher; gives one that remembers what it has found right, under a digest whose key nobody knows, and only as long
 * as the same hash is kept: a new password or key starts anew. What is wrong is always worked out.
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
