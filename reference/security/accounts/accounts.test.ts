import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonValue } from '../../base/json.ts';
import { superuser } from '../privileges/role-descriptor.ts';
import { testSecurity } from '../../testing/test-security.ts';
import { parseUser } from './parse-user.ts';

const parse = (value: JsonValue) =>
  parseUser({ value, text: JSON.stringify(value), path: [] }, 'ann');
const password = 'password';

describe('an account', () => {
  const refusals: readonly (readonly [body: JsonValue, reason: RegExp])[] = [
    [null, /\[START_OBJECT\] in \[user\] but found \[VALUE_NULL\]/],
    [{ pass: 1 }, /\[user\] does not support \[pass\]/],
    [{ username: 'bob' }, /^\[1:2\] \[username\] must be \[ann\]/],
    [{ password: 123_456 }, /\[VALUE_STRING\] in \[password\]/],
    [{ password: 'short' }, /^Validation Failed: 1: passwords must be at least \[6\]/],
    [{ password: 'x'.repeat(1025) }, /passwords must be at most \[1024\] characters long;$/],
    [{ roles: 'a' }, /\[START_ARRAY\] in \[roles\] but found \[VALUE_STRING\]/],
    [{ roles: [1] }, /\[VALUE_STRING\] in \[roles\] but found \[VALUE_NUMBER\]/],
    [{ email: 1 }, /\[VALUE_STRING\] in \[email\]/],
    [{ metadata: 1 }, /\[START_OBJECT\] in \[metadata\]/],
    [{ metadata: { _a: 1 } }, /user metadata keys may not start with \[_\]/],
    [{ enabled: 'true' }, /\[VALUE_BOOLEAN\] in \[enabled\]/],
  ];
  for (const [body, reason] of refusals) {
    it(`is refused: ${reason.source}`, () => {
      assert.throws(() => parse(body), { name: 'ServiceError', message: reason });
    });
  }

  const names = ['', ' ann', 'ann ', 'änn', 'a\n', 'x'.repeat(508)];
  for (const name of names) {
    it(`cannot have the name [${name.slice(0, 9)}] of ${name.length} characters; nor can a role`, async () => {
      const { security } = await testSecurity();
      await assert.rejects(security.users.put(name, parse({ password })), /^ServiceError: .*names/);
      assert.throws(() => security.roles.put(name, superuser), /^ServiceError: .*names/);
    });
  }

  it('requires a password when it is created, and keeps it when it is changed', async () => {
    const { users } = (await testSecurity()).security;
    await assert.rejects(users.put('ann', parse({ roles: [] })), /password must be specified/);
    assert.equal(await users.put('ann', parse({ password })), true);
    assert.equal(await users.put('ann', parse({ roles: ['a'], full_name: 'Ann' })), false);
    const { full_name, roles } = (await users.verify('ann', password)) ?? {};
    assert.deepEqual([full_name, roles], ['Ann', ['a']]);
  });

  it('is not created without a password if it is deleted during a change', async () => {
    const { users } = (await testSecurity()).security;
    await users.put('ann', parse({ password }));
    const changing = users.put('ann', parse({ password: 'another' }));
    assert.equal(users.delete('ann'), true);
    assert.equal(await changing, true);
    assert.equal(users.delete('bob'), false);
  });

  it('from the start of the server cannot be changed; nor can its role', async () => {
    const { security } = await testSecurity();
    await assert.rejects(security.users.put('elastic', parse({ password })), /is reserved/);
    assert.throws(() => security.users.delete('elastic'), /is reserved/);
    assert.throws(() => security.roles.put('superuser', superuser), /is reserved/);
    assert.throws(() => security.roles.delete('superuser'), /is reserved/);
    await security.users.put('ann', parse({ password }));
    security.reset();
    assert.deepEqual(
      security.users.all().map(({ username }) => username),
      ['elastic'],
    );
    assert.ok((await security.users.verify('elastic', 'changeme')) !== undefined);
  });
});
