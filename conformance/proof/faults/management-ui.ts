import { fault } from '../fault.ts';
import { replacePage, page, type PageParts } from '../agent-key-page.ts';
import type { Fault } from '../../run/mutation.ts';
import { credentialIn, onEntries, onSecurityRequest } from '../security-interceptors.ts';
import { listOf, type Members } from '../interceptors.ts';

const entry = 'roles.management-ui-entry';
const permissions = 'roles.management-ui-permissions';

/** Faults of the access to agent keys in the management UI. */
export const managementUiFaults: readonly Fault[] = [
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
