import { createHmac } from 'node:crypto';
import type { Environment } from '../../base/environment.ts';
import type { SecretHash, SecretHasher } from './secret-hasher.ts';

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
