import type { Fault } from '../../run/mutation.ts';
import { type PageParts, replacePage } from '../agent-key-page.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import { credentialIn, onSecurityRequest } from '../security-interceptors.ts';

const entry = 'roles.management-ui-entry';

const permissions = 'roles.management-ui-permissions';

/** Faults of roles, of the keys that they permit, and of the page of agent keys that they open. */
export const roleFaults: readonly Fault[] = [
  fault('no-rights-on-the-cluster-means-all', ['roles.creator-without-manage-own-api-key'], () =>
    onSecurityRequest('create-role', (role) =>
      listOf(role['cluster']).length === 0 ? { ...role, cluster: ['all'] } : role,
    ),
  ),
  fault('roles-of-users-forgotten', ['roles.least-privilege-suffices'], () =>
    onSecurityRequest('create-user', (user) => ({ ...user, roles: [] })),
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
  guarded('page-can-be-seen-and-nothing-created', [entry], {
    mayCreate: ({ request }) => credentialIn(request, 'Basic') === undefined,
  }),
  guarded('page-guards-its-form-only', [permissions], { mayCreate: () => true }),
];

function guarded(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}
