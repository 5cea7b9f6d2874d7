import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, JsonValue } from '../base/json.ts';
import { apmPrivileges } from './privileges/known-privileges.ts';
import { encodeCredential } from './secrets/credentials.ts';
import type { TestSecurity } from '../testing/test-security.ts';
import { addKey, addUser, authenticateUser, testSecurity } from '../testing/test-security.ts';

const [config, event, sourcemap] = apmPrivileges;

const apm = (privileges: readonly string[], rest: JsonObject = {}): JsonObject => ({
  cluster: ['manage_own_api_key'],
  applications: [{ application: 'apm', privileges, resources: ['*'], ...rest }],
});
const bare: JsonObject = { cluster: ['manage_own_api_key'] };

/** Returns the principal of a key, as for a request; undefined if the key is not valid. */
function authenticateKey({ security }: Pick<TestSecurity, 'security'>, encoded: string) {
  return security.authenticate({ kind: 'api_key', encoded });
}

/** Returns the agent privileges of a key; undefined if the key is not valid. */
async function privilegesOf(test: TestSecurity, encoded: string) {
  const access = (await authenticateKey(test, encoded))?.access;
  return (
    access &&
    apmPrivileges.filter((privilege) =>
      access.application({ application: 'apm', privilege, resource: '*' }),
    )
  );
}

describe('a key has the requested privileges, but never more than its creator', () => {
  type Case = readonly [
    what: string,
    role: JsonObject,
    descriptors: JsonValue | undefined,
    privileges: readonly string[],
  ];
  const cases: readonly Case[] = [
    ['the same', apm([event, config]), { a: apm([event, config]) }, [config, event]],
    ['less', apm([event, config]), { a: apm([event]) }, [event]],
    ['one of the two', apm([event]), { a: apm([event, sourcemap]) }, [event]],
    ['none of them', apm([event]), { a: apm([config]) }, []],
    ['in two roles', apm([event, config]), { a: apm([event]), b: apm([config]) }, [config, event]],
    ['everything', apm([event, config]), { a: apm(['*']) }, [config, event]],
    ['no request', apm([event, config]), undefined, [config, event]],
    ['no roles', apm([event]), {}, [event]],
    ['an empty role', apm([event]), { a: {} }, []],
    ['another application', apm([event]), { a: apm([event], { application: 'rum' }) }, []],
    ['any application', apm([event]), { a: apm([event], { application: '*' }) }, [event]],
    ['one resource', apm([event]), { a: apm([event], { resources: ['a'] }) }, []],
    ['all of one resource', apm([event], { resources: ['a'] }), { a: apm([event]) }, []],
    ['a creator without privileges', bare, { a: apm([event]) }, []],
  ];
  for (const [what, role, roleDescriptors, privileges] of cases) {
    it(what, async () => {
      const test = await testSecurity();
      const creator = await addUser(test, 'creator', role);
      const { encoded, key } = await addKey(
        test,
        creator,
        roleDescriptors === undefined ? {} : { role_descriptors: roleDescriptors },
      );
      const principal = await authenticateKey(test, encoded);
      assert.deepEqual(
        [principal?.key, principal?.username],
        [{ id: key.id, name: 'k' }, 'creator'],
      );
      assert.deepEqual(await privilegesOf(test, encoded), privileges);
    });
  }

  const later: readonly (readonly [what: string, change: (test: TestSecurity) => unknown])[] = [
    ['more', (test) => addUser(test, 'creator', apm(['*']))],
    ['less', (test) => addUser(test, 'creator', bare)],
    ['no role', (test) => test.security.roles.delete('creator')],
    ['no account', (test) => test.security.users.delete('creator')],
  ];
  for (const [what, change] of later) {
    it(`as when it was created, even if its creator has ${what} later`, async () => {
      const test = await testSecurity();
      const creator = await addUser(test, 'creator', apm([event]));
      const roleDescriptors = { a: apm([event, config]) };
      const { encoded } = await addKey(test, creator, { role_descriptors: roleDescriptors });
      await change(test);
      assert.deepEqual(await privilegesOf(test, encoded), [event]);
    });
  }

  it('also on the service and its indices', async () => {
    const test = await testSecurity();
    const role = {
      cluster: ['manage_own_api_key', 'monitor'],
      indices: [{ names: 'logs-*', privileges: ['read', 'write'] }],
    };
    const creator = await addUser(test, 'creator', role);
    const roleDescriptors = {
      a: { cluster: ['all'], indices: [{ names: ['*-a', 'b'], privileges: ['all'] }] },
    };
    const { encoded } = await addKey(test, creator, { role_descriptors: roleDescriptors });
    const key = await authenticateKey(test, encoded);
    assert.deepEqual(
      [key?.access.cluster('monitor'), key?.access.cluster('manage_security')],
      [true, false],
    );
    const names = ['logs-a', 'logs-b', 'b', 'logs-*', 'logs-*-a'];
    assert.deepEqual(
      names.map((name) => key?.access.index(name, 'create_doc')),
      [true, false, false, false, true],
    );
    assert.equal(key?.access.index('logs-a', 'delete_index'), false);
  });
});

describe('a credential', () => {
  const day = 86_400_000;

  it('is refused after the same work for every kind of error', async () => {
    const test = await testSecurity();
    const { security, environment, work } = test;
    const creator = await addUser(test, 'creator', apm([event]));
    const expired = await addKey(test, creator, { expiration: '1d' });
    environment.advance(day);
    const invalidated = await addKey(test, creator);
    security.keys.invalidate(invalidated.key.id);
    const good = await addKey(test, creator);
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    const wrong = [
      expired.encoded,
      invalidated.encoded,
      base64(`${good.key.id}:${good.secret}x`),
      base64(`${good.key.id}:`),
      base64(`unknown:${good.secret}`),
      base64(`elastic:changeme`),
      base64(good.key.id),
      `${good.key.id}:${good.secret}`,
      '',
      '%',
    ];
    const before = work.done;
    for (const [at, encoded] of wrong.entries()) {
      assert.equal(await authenticateKey(test, encoded), undefined, encoded);
      assert.equal(work.done, before + at + 1, encoded);
    }
    const users = [base64('creator:wrong'), base64('nobody:password'), good.encoded, '?'];
    for (const encoded of users) {
      assert.equal(await security.authenticate({ kind: 'user', encoded }), undefined);
    }
    assert.equal(await security.authenticate({ kind: 'other' }), undefined);
    assert.equal(work.done, before + wrong.length + users.length + 1);
    assert.ok((await authenticateKey(test, good.encoded)) !== undefined);
  });

  it('is valid until it expires, even if it was verified before', async () => {
    const test = await testSecurity();
    const creator = await addUser(test, 'creator', apm([event]));
    const { encoded, key } = await addKey(test, creator, { expiration: '1d' });
    assert.equal(key.expires_ms, test.environment.now() + day);
    test.environment.advance(day - 1);
    assert.ok((await authenticateKey(test, encoded)) !== undefined);
    test.environment.advance(1);
    assert.equal(await authenticateKey(test, encoded), undefined);
  });

  it('of an account is invalid after a change of password, and while the account is disabled', async () => {
    const test = await testSecurity();
    const { users } = test.security;
    await addUser(test, 'creator', apm([event]));
    const change = { roles: [], full_name: null, email: null, metadata: {} };
    await users.put('creator', { ...change, password: undefined, enabled: false });
    await assert.rejects(authenticateUser(test, 'creator'));
    await users.put('creator', { ...change, password: undefined, enabled: true });
    assert.equal((await authenticateUser(test, 'creator')).access.cluster('monitor'), false);
    await users.put('creator', { ...change, password: 'another', enabled: true });
    await assert.rejects(authenticateUser(test, 'creator'));
  });
});

describe('limits', () => {
  it('apply to the number of keys; keys that expired long ago are removed', async () => {
    const test = await testSecurity({ kept: 2, retention_ms: 1000 });
    const creator = await addUser(test, 'creator', bare);
    await addKey(test, creator, { expiration: '1s' });
    const { key } = await addKey(test, creator);
    await assert.rejects(addKey(test, creator), { type: 'too_many_requests_exception' });
    test.environment.advance(1999);
    assert.equal(test.security.keys.all().length, 2);
    test.environment.advance(1);
    assert.deepEqual(
      test.security.keys.all().map(({ id }) => id),
      [key.id],
    );
    await addKey(test, creator);
  });

  const refusals: readonly (readonly [request: JsonObject, reason: RegExp])[] = [
    [{ name: '' }, /api key name is required/],
    [{ name: null }, /api key name is required/],
    [{ name: 1 }, /\[VALUE_STRING\] in \[name\]/],
    [{ name: 'x'.repeat(257) }, /may not be more than 256 characters long/],
    [{ name: ' x' }, /may not begin or end with whitespace/],
    [{ name: '_x ' }, /1: .*whitespace;2: .*underscore;/],
    [{ expiration: '1y' }, /\[expiration\] with value \[1y\]/],
    [{ expiration: '0' }, /\[expiration\] must be greater than \[0\]/],
    [{ expiration: '-1d' }, /\[expiration\] must be greater than \[0\]/],
    [{ expiration: '99999999999d' }, /too far in the future/],
    [{ expiration: 5 }, /\[VALUE_STRING\] in \[expiration\]/],
    [{ role_descriptors: [] }, /\[START_OBJECT\] in \[role_descriptors\]/],
    [{ role_descriptors: { a: { b: 1 } } }, /\[role \[a\]\] does not support \[b\]/],
    [{ metadata: { _x: 1 } }, /API key metadata keys may not start with \[_\]/],
    [{ metadata: { x: 'y'.repeat(65_536) } }, /API key metadata .* is larger than/],
    [{ other: 1 }, /\[api_key\] does not support \[other\]/],
  ];
  for (const [request, reason] of refusals) {
    it(`apply to a key: ${reason.source}`, async () => {
      const test = await testSecurity();
      await assert.rejects(async () => addKey(test, test.security.anonymous(), request), {
        name: 'ServiceError',
        message: reason,
      });
    });
  }
});

it('a secret with NULs is not the one without', async () => {
  const test = await testSecurity();
  await addUser(test, 'writer', bare);
  for (const secret of ['password\0', 'password\0\0', '\0password']) {
    const encoded = encodeCredential({ name: 'writer', secret });
    assert.equal(await test.security.authenticate({ kind: 'user', encoded }), undefined);
  }
});

it('callers without credentials do not use up the budget of one another', async () => {
  const { security } = await testSecurity();
  const required = { application: 'a'.repeat(500), privilege: 'p'.repeat(500), resource: '*' };
  for (let times = 0; times < 10_000; times++) {
    assert.ok(security.anonymous().access.application(required));
  }
});
