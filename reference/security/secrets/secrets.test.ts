import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemEnvironment } from '../../base/environment.ts';
import type { SecretHash } from './secret-hasher.ts';
import { createSecretHasher, keyHashing, remembering } from './secret-hasher.ts';

describe('a secret', () => {
  const environment = systemEnvironment();
  const hasher = createSecretHasher(environment, keyHashing);

  it('is stored as a salted hash, and verified', async () => {
    const [one, other] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
    assert.notDeepEqual(one.hash, other.hash);
    assert.ok(!Buffer.from(one.hash).includes('secret'));
    assert.equal(await hasher.matches('secret', one), true);
    assert.equal(await hasher.matches('secreT', one), false);
    assert.equal(await hasher.matches('', undefined), false);
  });

  it('is hashed once if it is correct, every time if it is wrong, and again after a change', async () => {
    let worked = 0;
    const counted = remembering(
      {
        hash: (secret) => hasher.hash(secret),
        matches(secret, kept) {
          worked++;
          return hasher.matches(secret, kept);
        },
      },
      environment,
    );
    const stored = await counted.hash('one');
    const cases: readonly (readonly [string, SecretHash | undefined, boolean, number])[] = [
      ['one', stored, true, 1],
      ['one', stored, true, 1],
      ['two', stored, false, 2],
      ['two', stored, false, 3],
      ['one', undefined, false, 4],
      ['one', await counted.hash('two'), false, 5],
      ['one', stored, true, 5],
    ];
    for (const [secret, hash, isRight, times] of cases) {
      assert.equal(await counted.matches(secret, hash), isRight);
      assert.equal(worked, times);
    }
  });

  it('waits while others are checked, and is refused if too many wait', async () => {
    const bounded = createSecretHasher(environment, { cost: 2, running: 1, waiting: 1 });
    const stored = await bounded.hash('secret');
    const checks = [1, 2, 3].map(() => bounded.matches('secret', stored));
    await assert.rejects(async () => checks.pop(), { type: 'too_many_requests_exception' });
    assert.deepEqual(await Promise.all(checks), [true, true]);
    assert.equal(await bounded.matches('secret', stored), true);
  });
});
