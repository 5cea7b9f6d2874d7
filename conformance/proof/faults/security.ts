import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  checkbox,
  creation,
  encoded,
  nameField,
  offeredPrivileges,
  page,
  type PageParts,
  plainForm,
  replacePage,
  wholeForm,
} from '../agent-key-page.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import {
  confusingKeys,
  credentialIn,
  onSecurityRequest,
  pairIn,
} from '../security-interceptors.ts';

const unencoded = 'authentication.unencoded-credential-refused';
const undecodable = 'authentication.undecodable-credential-refused';
const colonless = 'authentication.colonless-credential-refused';
const wrongSecret = 'authentication.wrong-secret-refused';
const unknownId = 'authentication.unknown-id-refused';
const entry = 'roles.management-ui-entry';
const permissions = 'roles.management-ui-permissions';
const asks = 'api-keys.ui-asks-for-name-and-privilege';
const offers = 'api-keys.ui-offers-two-privileges';
const once = 'api-keys.ui-shows-secret-once';
const endless = 'api-keys.ui-keys-never-expire';

/** Faults of the acceptance of credentials, of roles, and of the page of agent keys. */
export const securityFaults: readonly Fault[] = [
  fault('plain-credential-accepted', [unencoded], () =>
    confusingKeys((credential, keys) =>
      [...keys.keys()].find((id) => credential === `${id}:${keys.get(id)}`),
    ),
  ),
  fault('foreign-letters-in-base64-passed-over', [undecodable], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential.replace(/[^A-Za-z0-9+/=]/g, ''));
      return pair !== undefined && keys.get(pair.id) === pair.secret ? pair.id : undefined;
    }),
  ),
  fault('id-alone-accepted', [colonless], () => confusingText((text, id) => text === id)),
  fault('secret-of-any-key-accepted', [wrongSecret], () =>
    confusingKeys((credential, keys) => {
      const pair = pairIn(credential);
      const isKnown = pair !== undefined && [...keys.values()].includes(pair.secret);
      return isKnown && keys.has(pair.id) ? pair.id : undefined;
    }),
  ),
  fault('key-looked-up-by-its-secret', [unknownId], () =>
    confusingText((text, _, secret) => text.endsWith(`:${secret}`)),
  ),
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
  ...offeredPrivileges.map((privilege) =>
    wrongPage(`page-offers-${privilege.replace(/\W|_/g, '-')}-only`, [asks, offers], {
      show: () => page(plainForm(`${nameField}${checkbox(privilege)}`)),
    }),
  ),
  wrongPage('page-does-not-show-the-secret', [once, asks], {
    created: ({ id }) => page(`<p>The key <code>${id}</code> was created.</p>`),
  }),
  fault('page-lists-credentials', [once], (profile) => {
    const known: string[] = [];
    const keeping: Partial<PageParts> = {
      created: (key) => {
        known.push(`<p>${encoded(key)}</p>`);
        return page(encoded(key));
      },
      show: () => page(`${wholeForm}${known.join('')}`),
    };
    return replacePage(keeping)(profile);
  }),
  wrongPage('page-creates-keys-for-a-day-that-write', [endless], {
    creationOf: (input) =>
      creation(input, input.privileges.includes('event:write') ? { expiration: '1d' } : {}),
  }),
];

/** Authenticates a decoded credential as the first key for which `fits` is true. */
function confusingText(fits: (text: string, id: string, secret: string) => boolean): Interceptor {
  return confusingKeys((credential, keys) => {
    const text = Buffer.from(credential, 'base64').toString('utf8');
    return [...keys].find(([id, secret]) => fits(text, id, secret))?.[0];
  });
}

function guarded(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}

function wrongPage(name: string, clauses: readonly string[], parts: Partial<PageParts>): Fault {
  return fault(name, clauses, replacePage(parts));
}
