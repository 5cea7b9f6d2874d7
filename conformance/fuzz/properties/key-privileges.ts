import fc from 'fast-check';
import { jsonOf, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { adoptKey, authenticateAs, keyHolds as askKey } from '../../client/accounts.ts';
import { expectSuccess } from '../../client/expectations.ts';
import { type CreatedKey, credentialOf } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import { creatorRole, keyRequest, withinCreator } from '../arbitraries/rights.ts';
import { askForKey, expectKey, makeCreator, makeRoles } from '../creators.ts';
import { property } from '../property.ts';
import { agentPrivileges, keyHolds } from '../models/key-model.ts';

/** The type of the authentication realm of API keys, as Elasticsearch names it. */
const apiKeyRealm = '_es_api_key';

/** A key has the privileges that were requested for it and that its creator has. */
export const keyPrivileges = property({
  id: 'key-privileges',
  describe:
    'A key has exactly the agent privileges that its roles name and its creator has; only users who may create keys get one.',
  clauses: [
    'roles.post-creates-role',
    'roles.applications-entries',
    'roles.creator-without-manage-own-api-key',
    'roles.creator-holds-event-write',
    'roles.creator-holds-config-agent-read',
    'roles.least-privilege-suffices',
    'api-keys.post-creates-key',
    'api-keys.id-returned',
    'api-keys.name-returned',
    'api-keys.secret-returned',
    'api-keys.credential-is-base64',
    'api-keys.role-descriptors-by-role-name',
    'api-keys.role-descriptors-applications',
    'api-keys.privilege-single',
    'api-keys.privilege-several',
    'api-keys.expiration-optional',
    'api-keys.access-equal-to-creator',
    'api-keys.access-lower-than-creator',
    'api-keys.access-never-above-creator',
    'authentication.header-scheme',
    'authentication.authentication-realm',
  ],
  needs: ['users'],
  arbitrary: () =>
    fc
      .record({
        roles: fc.array(creatorRole, { minLength: 1, maxLength: 2 }),
        // Creates roles first that the actual roles replace, because they have the same names.
        earlier: fc.array(creatorRole, { maxLength: 1 }),
        key: keyRequest,
        isModest: fc.boolean(),
        twin: fc.boolean(),
      })
      .map(({ isModest: isWithinCreator, key, ...given }) => ({
        ...given,
        key: isWithinCreator ? withinCreator(key, given.roles) : key,
      })),
  async holds(world, { roles, earlier, key: request, twin }) {
    if (!(await makeRoles(world, earlier))) return;
    const authorization = await makeCreator(world, roles);
    if (authorization === undefined) return;
    const exchange = await askForKey(world, request, authorization);
    const key = expectKey(exchange, roles, request);
    if (key === undefined) return;
    // Whether two keys may have one name is left open.
    if (twin) await askForKey(world, request, authorization);
    adoptKey(world, key);
    await expectProof(world, key);
    for (const privilege of agentPrivileges) {
      const expected = keyHolds(roles, request.descriptors, privilege);
      const got = await askKey(world, privilege);
      if (got === expected) continue;
      throw new Mismatch(!got, got, `the key ${got ? 'has' : 'lacks'} ${privilege}`);
    }
    await expectProof(world, key);
  },
});

/** Throws Mismatch unless the credential authenticates as the key. */
async function expectProof(world: World, key: CreatedKey): Promise<void> {
  const exchange = await authenticateAs(world, `ApiKey ${credentialOf(key)}`);
  expectSuccess(exchange);
  const realm = valueAt(jsonOf(exchange), 'authentication_realm.type');
  if (realm === apiKeyRealm) return;
  throw new Mismatch(
    apiKeyRealm,
    realm ?? 'absent',
    'the credential does not authenticate as an API key',
  );
}
