import { at } from '../base/assert.ts';
import { validationError } from '../base/service-error.ts';
import type { Work } from '../base/work.ts';
import { mapInSteps, runInTurns } from '../base/work.ts';
import { startYielder } from '../base/yielder.ts';
import type { BodyPart } from '../search/body.ts';
import { knownMembers, listOf, stringOf, stringsOf } from '../search/body.ts';
import { parseUser } from '../security/accounts/parse-user.ts';
import type { User } from '../security/accounts/users.ts';
import type { Principal } from '../security/principal.ts';
import type { PrivilegeNames } from '../security/privileges/known-privileges.ts';
import { clusterPrivileges, indexPrivileges } from '../security/privileges/known-privileges.ts';
import { parseRole } from '../security/privileges/parse-role.ts';
import type { RoleDescriptor } from '../security/privileges/role-descriptor.ts';
import { bodyPart, splitList } from './request-parts.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';

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

/** Records the result of one privilege check, and returns it. */
type Note = (held: boolean) => boolean;

/** Maximum number of privilege checks in one request. */
const maxChecks = 10_000;

/** Returns which of the given privileges the caller has. */
export const hasPrivileges: Operation<'hasPrivileges'> = async (
  { body, principal },
  { environment },
) => {
  const known = ['cluster', 'index', 'application'];
  const { cluster, index, application } = knownMembers(
    bodyPart(body, null),
    'has_privileges',
    known,
  );
  if (cluster === undefined && index === undefined && application === undefined) {
    throw validationError(['must specify at least one of [cluster], [index], [application]']);
  }
  let checks = 0;
  let hasAllRequested = true;
  const note: Note = (held: boolean): boolean => {
    if (++checks > maxChecks) {
      throw validationError([`at most [${maxChecks}] privileges can be checked at once`]);
    }
    hasAllRequested &&= held;
    return held;
  };
  const yielder = startYielder(environment);
  const results = {
    cluster: clusterResults(cluster, principal, note),
    index: await runInTurns(indexResults(index, principal, note), yielder),
    application: await runInTurns(applicationResults(application, principal, note), yielder),
  };
  return done({ username: principal.username, has_all_requested: hasAllRequested, ...results });
};

function clusterResults(part: BodyPart | undefined, { access }: Principal, note: Note): Results {
  const names =
    part === undefined ? [] : listOf(part, 'cluster').map((name) => stringOf(name, 'cluster'));
  return Object.fromEntries(
    names.map((name) => [name, note(access.cluster(knownName(name, clusterPrivileges)))]),
  );
}

function* indexResults(
  part: BodyPart | undefined,
  { access }: Principal,
  note: Note,
): Work<Results> {
  const results = new Map<string, Results>();
  for (const entry of part === undefined ? [] : listOf(part, 'index')) {
    const members = knownMembers(entry, 'index', ['names', 'privileges']);
    const privileges = namesIn(members, 'privileges');
    for (const name of namesIn(members, 'names')) {
      const held = yield* mapInSteps(privileges, 1, (privilege) => [
        privilege,
        note(access.index(name, knownName(privilege, indexPrivileges))),
      ]);
      results.set(name, { ...results.get(name), ...Object.fromEntries(held) });
    }
  }
  return Object.fromEntries(results);
}

function* applicationResults(
  part: BodyPart | undefined,
  { access }: Principal,
  note: Note,
): Work<Results> {
  const results = new Map<string, Map<string, Results>>();
  for (const entry of part === undefined ? [] : listOf(part, 'application')) {
    const names = ['application', 'privileges', 'resources'];
    const members = knownMembers(entry, 'application', names);
    const application = at(namesIn(members, 'application'), 0);
    const ofApplication = results.get(application) ?? new Map<string, Results>();
    results.set(application, ofApplication);
    for (const resource of namesIn(members, 'resources')) {
      const held = yield* mapInSteps(namesIn(members, 'privileges'), 1, (privilege) => [
        privilege,
        note(access.application({ application, privilege, resource })),
      ]);
      ofApplication.set(resource, { ...ofApplication.get(resource), ...Object.fromEntries(held) });
    }
  }
  return Object.fromEntries(
    [...results].map(([application, resources]) => [application, Object.fromEntries(resources)]),
  );
}

function namesIn(
  members: Readonly<Record<string, BodyPart | undefined>>,
  name: string,
): readonly string[] {
  const part = members[name];
  const list =
    part === undefined
      ? []
      : name === 'application'
        ? [stringOf(part, name)]
        : name === 'names'
          ? stringsOf(part, name)
          : listOf(part, name).map((each) => stringOf(each, name));
  if (list.length === 0) throw validationError([`[${name}] is required and must not be empty`]);
  return list;
}

function knownName<Name extends string>(text: string, known: PrivilegeNames<Name>): Name {
  const name = known.find(text.toLowerCase());
  if (name !== undefined) return name;
  throw validationError([
    `unknown privilege [${text}]. a privilege must be one of [${known.names.join(',')}]`,
  ]);
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
