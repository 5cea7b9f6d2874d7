import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  authorizedBy,
  credentialIn,
  inPlaceOf,
  onEntries,
  onPrivileges,
  onSecurityRequest,
  type SecurityCall,
} from '../security-interceptors.ts';
import { bodyOf, listOf, type Members, membersOf, refusal, without } from '../interceptors.ts';

const entries = 'roles.applications-entries';
const created = 'roles.post-creates-role';

/** Faults of roles, and of what they let their users do with keys. */
export const roleFaults: readonly Fault[] = [
  {
    name: 'roles-by-put-only',
    clauses: [created, entries],
    start: () => refusing('create-role', () => true, 405),
  },
  {
    name: 'roles-not-replaced',
    clauses: [created],
    start: refusingTheSecond,
  },
  {
    name: 'role-with-one-right-on-the-cluster-only',
    clauses: [created],
    start: () => refusing('create-role', (role) => listOf(role['cluster']).length > 1),
  },
  {
    name: 'role-without-rights-in-applications',
    clauses: [created, entries],
    start: () => refusing('create-role', (role) => 'applications' in role),
  },
  {
    name: 'role-with-one-entry-only',
    clauses: [entries],
    start: () => refusing('create-role', (role) => entriesOf(role).length > 1),
  },
  {
    name: 'role-with-one-entry-an-application',
    clauses: [entries],
    start: () =>
      refusing('create-role', (role) => {
        const names = entriesOf(role).map(({ application }) => application);
        return new Set(names).size < names.length;
      }),
  },
  {
    name: 'role-with-one-privilege-an-entry',
    clauses: [entries],
    start: () => refusing('create-role', hasMany('privileges')),
  },
  {
    name: 'role-with-one-resource-an-entry',
    clauses: [entries],
    start: () => refusing('create-role', hasMany('resources')),
  },
  {
    name: 'role-for-the-application-apm-only',
    clauses: [entries],
    start: () =>
      refusing('create-role', (role) =>
        entriesOf(role).some(({ application }) => application !== 'apm'),
      ),
  },
  {
    name: 'everybody-may-create-keys',
    clauses: ['roles.creator-without-manage-own-api-key'],
    start: asAnybody,
  },
  {
    name: 'any-right-on-the-cluster-is-enough-for-keys',
    clauses: ['roles.creator-without-manage-own-api-key'],
    start: () =>
      onSecurityRequest('create-role', (role) =>
        listOf(role['cluster']).length > 0 ? { ...role, cluster: ['manage_own_api_key'] } : role,
      ),
  },
  {
    name: 'no-rights-on-the-cluster-means-all',
    clauses: ['roles.creator-without-manage-own-api-key'],
    start: () =>
      onSecurityRequest('create-role', (role) =>
        listOf(role['cluster']).length === 0 ? { ...role, cluster: ['all'] } : role,
      ),
  },
  {
    name: 'keys-for-superusers-only',
    clauses: ['roles.least-privilege-suffices', 'api-keys.access-equal-to-creator'],
    start: () =>
      inPlaceOf('create-key', (request, forward) =>
        credentialIn(request, 'Basic') === undefined
          ? forward(request)
          : Promise.resolve(refusal('security_exception', 'not for you', 403)),
      ),
  },
  {
    name: 'roles-of-users-forgotten',
    clauses: ['roles.least-privilege-suffices'],
    start: () => onSecurityRequest('create-user', (user) => ({ ...user, roles: [] })),
  },
  {
    name: 'rights-on-the-cluster-forgotten',
    clauses: ['roles.least-privilege-suffices'],
    start: () => onSecurityRequest('create-role', (role) => without(role, 'cluster')),
  },
  {
    name: 'rights-in-applications-forgotten',
    clauses: [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-equal-to-creator',
      'api-keys.access-lower-than-creator',
    ],
    start: () => onEntries('create-role', () => []),
  },
  {
    name: 'creator-does-not-bound-the-key',
    clauses: [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-never-above-creator',
    ],
    start: asAnybody,
  },
  ...(['event:write', 'config_agent:read'] as const).map((privilege) => ({
    name: `${privilege.replace(/\W|_/g, '-')}-held-by-everybody`,
    clauses: [
      `roles.creator-holds-${privilege.replace(/\W|_/g, '-')}`,
      'api-keys.access-never-above-creator',
    ],
    start: () =>
      onPrivileges('create-role', (privileges) => [...new Set([...privileges, privilege])]),
  })),
  {
    name: 'rights-in-one-application-hold-in-all',
    clauses: ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    start: () =>
      onEntries('create-role', (all) => all.map((entry) => ({ ...entry, application: 'apm' }))),
  },
  {
    name: 'rights-on-one-resource-hold-on-all',
    clauses: ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    start: () =>
      onEntries('create-role', (all) => all.map((entry) => ({ ...entry, resources: ['*'] }))),
  },
  {
    name: 'only-the-last-role-of-a-user-counts',
    clauses: ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    start: () =>
      onSecurityRequest('create-user', (user) => ({
        ...user,
        roles: listOf(user['roles']).slice(-1),
      })),
  },
  {
    name: 'one-privilege-stands-for-the-whole-application',
    clauses: [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-never-above-creator',
    ],
    start: () => onPrivileges('create-role', () => ['*']),
  },
];

/** Keys are created with the rights of whom the server asks for no proof. */
function asAnybody(): Interceptor {
  return inPlaceOf('create-key', (request, forward) => forward(authorizedBy(request, undefined)));
}

function refusing(call: SecurityCall, fits: (body: Members) => boolean, status = 400): Interceptor {
  return inPlaceOf(call, (request, forward) =>
    fits(bodyOf(request))
      ? Promise.resolve(refusal('parse_exception', 'failed to parse', status))
      : forward(request),
  );
}

function refusingTheSecond(): Interceptor {
  const known = new Set<string>();
  return inPlaceOf('create-role', (request, forward) => {
    if (known.has(request.path)) {
      return Promise.resolve(refusal('version_conflict_engine_exception', 'there is one', 409));
    }
    known.add(request.path);
    return forward(request);
  });
}

function hasMany(member: 'privileges' | 'resources'): (role: Members) => boolean {
  return (role) => entriesOf(role).some((entry) => listOf(entry[member]).length > 1);
}

function entriesOf(role: Members): readonly Members[] {
  return listOf(role['applications']).map(membersOf);
}
