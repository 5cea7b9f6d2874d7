import type { Fault } from '../../run/mutation.ts';
import { page, type PageParts, replacePage } from '../agent-key-page.ts';
import { fault } from '../fault.ts';
import { listOf, type Members } from '../interceptors.ts';
import {
  credentialIn,
  onEntries,
  onPrivileges,
  onSecurityRequest,
} from '../security-interceptors.ts';

const entry = 'roles.management-ui-entry';

const permissions = 'roles.management-ui-permissions';

/** Faults of roles, of the keys that they permit, and of the page of agent keys that they open. */
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
  guarded('page-for-superusers-only', [entry], {
    mayEnter: ({ request }) => credentialIn(request, 'Basic') === undefined,
    mayCreate: ({ request }) => credentialIn(request, 'Basic') === undefined,
  }),
  guarded('page-can-be-seen-and-nothing-created', [entry], {
    mayCreate: ({ request }) => credentialIn(request, 'Basic') === undefined,
  }),
  guarded('page-is-a-script-to-users', [entry], {
    show: () => page('<div id=root></div><script src=app.js></script>'),
  }),
  fault('page-heeds-the-first-entry-of-an-application', [entry], () =>
    onEntries('create-role', firstOfEach),
  ),
  fault('page-heeds-the-first-role-of-a-user', [entry], () =>
    onSecurityRequest('create-user', (user) => ({
      ...user,
      roles: listOf(user['roles']).slice(0, 1),
    })),
  ),
  guarded('page-open-to-everybody', [permissions], {
    mayEnter: () => true,
    mayCreate: () => true,
  }),
  guarded('page-guards-its-form-only', [permissions], { mayCreate: () => true }),
  fault('page-of-any-space', [permissions], () =>
    onUiEntries((own) => ({ ...own, resources: ['space:default'] })),
  ),
  fault('page-of-any-feature', [permissions], () =>
    onUiEntries((own) => ({ ...own, privileges: ['feature_apm.all'] })),
  ),
];

function guarded(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}

/** Changes the entries of roles for other applications than `apm`. */
function onUiEntries(edit: (own: Members) => Members): ReturnType<typeof onEntries> {
  return onEntries('create-role', (entries) =>
    entries.map((one) => (one['application'] === 'apm' ? one : edit(one))),
  );
}

function firstOfEach(entries: readonly Members[]): readonly Members[] {
  const names = entries.map(({ application }) => application);
  return entries.filter((one, at) => names.indexOf(one['application']) === at);
}
