import { fault } from '../fault.ts';
import type { Fault } from '../../run/mutation.ts';
import { onEntries, onPrivileges, onSecurityRequest } from '../security-interceptors.ts';
import { listOf } from '../interceptors.ts';

/** Faults of roles, and of the requests for keys that they permit. */
export const roleFaults: readonly Fault[] = [
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
  fault('roles-of-users-forgotten', ['roles.least-privilege-suffices'], () =>
    onSecurityRequest('create-user', (user) => ({ ...user, roles: [] })),
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
