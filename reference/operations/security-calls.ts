import { madeOnce } from '../base/lazily.ts';
import { validationError } from '../base/service-error.ts';
import type { Yielder } from '../base/yielder.ts';
import { startYielder } from '../base/yielder.ts';
import { readMembers } from '../base/body.ts';
import { parseUser } from '../security/accounts/parse-user.ts';
import type { User } from '../security/accounts/users.ts';
import { parseRole, rightsReaders } from '../security/privileges/parse-role.ts';
import type { RoleDescriptor } from '../security/privileges/role-descriptor.ts';
import { bodyPart } from './request-parts.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { splitList } from '../base/units.ts';

/**
 * Describes the caller, as authenticated by the credentials of the request.
 *
 * authentication.header-scheme, authentication.username, authentication.roles, authentication.full-name,
 * authentication.email, authentication.metadata, authentication.enabled, authentication.authentication-realm,
 * authentication.realms-of-a-user, authentication.lookup-realm, api-keys.secret-only-on-creation.
 */
export const authenticate: Operation<'authenticate'> = ({ principal }) => {
  const { username, roles, full_name, email, metadata, realm, key } = principal;
  return done({
    username,
    roles,
    full_name,
    email,
    metadata,
    enabled: true,
    authentication_realm: realm,
    lookup_realm: realm,
    authentication_type: key === undefined ? 'realm' : 'api_key',
    api_key: key,
  });
};

type Results = Readonly<Record<string, unknown>>;

/** Maximum number of privilege checks in one request. */
const maxChecks = 10_000;

/** Returns which of the given privileges the caller has. */
export const hasPrivileges: Operation<'hasPrivileges'> = async (
  { body, principal: { access, username } },
  { environment },
) => {
  const what = 'has_privileges';
  const { cluster: ofCluster, indices, applications } = rightsReaders(what);
  const readers = { cluster: ofCluster, index: indices, application: applications };
  const { cluster, index, application } = readMembers(bodyPart(body, null), what, readers);
  if (cluster === undefined && index === undefined && application === undefined) {
    throw validationError(['must specify at least one of [cluster], [index], [application]']);
  }
  const { check, hasAll } = createCheck(startYielder(environment));
  const clusterResults = await check(cluster ?? [], (privilege) => access.cluster(privilege));
  const indexResults = new Map<string, Results>();
  for (const { names, privileges } of index ?? []) {
    for (const name of names) {
      const held = await check(privileges, (privilege) => access.index(name, privilege));
      indexResults.set(name, { ...indexResults.get(name), ...held });
    }
  }
  const applicationResults = new Map<string, Map<string, Results>>();
  for (const { application: name, privileges, resources } of application ?? []) {
    const results = madeOnce(applicationResults, name, () => new Map());
    for (const resource of resources) {
      const held = await check(privileges, (privilege) =>
        access.application({ application: name, privilege, resource }),
      );
      results.set(resource, { ...results.get(resource), ...held });
    }
  }
  return done({
    username,
    has_all_requested: hasAll(),
    cluster: clusterResults,
    index: Object.fromEntries(indexResults),
    application: Object.fromEntries(
      [...applicationResults].map(([name, results]) => [name, Object.fromEntries(results)]),
    ),
  });
};

/** Returns the function that checks privileges by name, and one that says whether all were held. */
function createCheck(yielder: Yielder) {
  let checks = 0;
  let isHeld = true;
  const check = async <Name extends string>(
    names: readonly Name[],
    holds: (name: Name) => boolean,
  ) => {
    const results = new Map<string, boolean>();
    for (const name of names) {
      if (++checks > maxChecks) {
        throw validationError([`at most [${maxChecks}] privileges can be checked at once`]);
      }
      const held = holds(name);
      isHeld &&= held;
      results.set(name, held);
      await yielder.yieldIfDue();
    }
    return Object.fromEntries(results);
  };
  return { check, hasAll: () => isHeld };
}

/** Creates or changes an account. */
export const createUser: Operation<'createUser'> = async ({ path, body }, { security }) => {
  const change = parseUser(bodyPart(body, null), path.username);
  return done({ created: await security.users.put(path.username, change) });
};

/** Returns accounts by name; answers 404 if none of the names exists. */
export const getUser: Operation<'getUser'> = ({ path }, { security }) => {
  if (path.username === undefined) return done(renderUsers(security.users.all()));
  const found = splitList(path.username).flatMap((name) => security.users.get(name) ?? []);
  return { outcome: found.length === 0 ? 'absent' : 'done', body: renderUsers(found) };
};

/** Deletes an account; answers 404 if there is none. */
export const deleteUser: Operation<'deleteUser'> = ({ path }, { security }) => {
  const found = security.users.delete(path.username);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

function renderUsers(users: readonly User[]): unknown {
  return Object.fromEntries(
    users.map(({ username, roles, full_name, email, metadata, enabled }) => [
      username,
      { username, roles, full_name, email, metadata, enabled },
    ]),
  );
}

/**
 * roles.post-creates-role, roles.creation-response-body, roles.created-again, roles.other-privileges: creates or replaces
 * a role.
 */
export const createRole: Operation<'createRole'> = ({ path, body }, { security }) => {
  const role = parseRole(bodyPart(body, null), path.role_name);
  return done({ role: { created: security.roles.put(path.role_name, role) } });
};

/** Returns roles by name; answers 404 if none of the names exists. */
export const getRole: Operation<'getRole'> = ({ path }, { security }) => {
  const all = security.roles.all();
  if (path.role_name === undefined) return done(renderRoles(all));
  const names = splitList(path.role_name);
  const found = new Map([...all].filter(([name]) => names.includes(name)));
  return { outcome: found.size === 0 ? 'absent' : 'done', body: renderRoles(found) };
};

/** Deletes a role; answers 404 if there is none. */
export const deleteRole: Operation<'deleteRole'> = ({ path }, { security }) => {
  const found = security.roles.delete(path.role_name);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

function renderRoles(roles: ReadonlyMap<string, RoleDescriptor>): unknown {
  return Object.fromEntries([...roles].map(([name, role]) => [name, { ...role, run_as: [] }]));
}
