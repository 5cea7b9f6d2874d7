import { fault } from '../fault.ts';
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

/** Faults of roles, and of the requests for keys that they permit. */
export const roleFaults: readonly Fault[] = [
  fault('role-without-rights-in-applications', [created, entries], () =>
    refusing('create-role', (role) => 'applications' in role),
  ),
  fault('role-with-one-entry-only', [entries], () =>
    refusing('create-role', (role) => entriesOf(role).length > 1),
  ),
  fault('role-with-one-entry-an-application', [entries], () =>
    refusing('create-role', (role) => {
      const names = entriesOf(role).map(({ application }) => application);
      return new Set(names).size < names.length;
    }),
  ),
  fault('role-with-one-privilege-an-entry', [entries], () =>
    refusing('create-role', hasMany('privileges')),
  ),
  fault('role-with-one-resource-an-entry', ['roles.management-ui-entry'], () =>
    refusing('create-role', hasMany('resources')),
  ),
  fault('role-for-the-application-apm-only', ['roles.management-ui-entry'], () =>
    refusing('create-role', (role) =>
      entriesOf(role).some(({ application }) => application !== 'apm'),
    ),
  ),
  fault('everybody-may-create-keys', ['roles.creator-without-manage-own-api-key'], asAnybody),
  fault(
    'any-right-on-the-cluster-is-enough-for-keys',
    ['roles.creator-without-manage-own-api-key'],
    () =>
      onSecurityRequest('create-role', (role) =>
        listOf(role['cluster']).length > 0 ? { ...role, cluster: ['manage_own_api_key'] } : role,
      ),
  ),
  fault('no-rights-on-the-cluster-means-all', ['roles.creator-without-manage-own-api-key'], () =>
    onSecurityRequest('create-role', (role) =>
      listOf(role['cluster']).length === 0 ? { ...role, cluster: ['all'] } : role,
    ),
  ),
  fault(
    'keys-for-superusers-only',
    ['roles.least-privilege-suffices', 'api-keys.access-equal-to-creator'],
    () =>
      inPlaceOf('create-key', (request, forward) =>
        credentialIn(request, 'Basic') === undefined
          ? forward(request)
          : Promise.resolve(refusal('security_exception', 'the user lacks the privilege', 403)),
      ),
  ),
  fault('roles-of-users-forgotten', ['roles.least-privilege-suffices'], () =>
    onSecurityRequest('create-user', (user) => ({ ...user, roles: [] })),
  ),
  fault('rights-on-the-cluster-forgotten', ['roles.least-privilege-suffices'], () =>
    onSecurityRequest('create-role', (role) => without(role, 'cluster')),
  ),
  fault(
    'rights-in-applications-forgotten',
    [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-equal-to-creator',
      'api-keys.access-lower-than-creator',
    ],
    () => onEntries('create-role', () => []),
  ),
  fault(
    'creator-does-not-bound-the-key',
    [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-never-above-creator',
    ],
    asAnybody,
  ),
  ...(['event:write', 'config_agent:read'] as const).map((privilege) =>
    fault(
      `${privilege.replace(/\W|_/g, '-')}-held-by-everybody`,
      [
        `roles.creator-holds-${privilege.replace(/\W|_/g, '-')}`,
        'api-keys.access-never-above-creator',
      ],
      () => onPrivileges('create-role', (privileges) => [...new Set([...privileges, privilege])]),
    ),
  ),
  fault(
    'rights-in-one-application-hold-in-all',
    ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    () => onEntries('create-role', (all) => all.map((entry) => ({ ...entry, application: 'apm' }))),
  ),
  fault(
    'rights-on-one-resource-hold-on-all',
    ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    () => onEntries('create-role', (all) => all.map((entry) => ({ ...entry, resources: ['*'] }))),
  ),
  fault(
    'only-the-last-role-of-a-user-counts',
    ['roles.creator-holds-event-write', 'roles.creator-holds-config-agent-read'],
    () =>
      onSecurityRequest('create-user', (user) => ({
        ...user,
        roles: listOf(user['roles']).slice(-1),
      })),
  ),
  fault(
    'one-privilege-stands-for-the-whole-application',
    [
      'roles.creator-holds-event-write',
      'roles.creator-holds-config-agent-read',
      'api-keys.access-never-above-creator',
    ],
    () => onPrivileges('create-role', () => ['*']),
  ),
];

/** Creates keys without the credentials of the client. */
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

function hasMany(member: 'privileges' | 'resources'): (role: Members) => boolean {
  return (role) => entriesOf(role).some((entry) => listOf(entry[member]).length > 1);
}

function entriesOf(role: Members): readonly Members[] {
  return listOf(role['applications']).map(membersOf);
}
