import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  anonymousUser,
  credentialIn,
  entriesOfKey,
  inPlaceOf,
  onSecurityReply,
  pairIn,
  pairOf,
  securityCallOf,
} from '../security-interceptors.ts';
import {
  bodyOf,
  jsonIn,
  listOf,
  type Members,
  membersOf,
  refusal,
} from '../interceptors.ts';
import { expirationFaults } from './api-keys-expiration.ts';
import { keyPrivilegeFaults } from './api-keys-privileges.ts';
import { keySecretFaults } from './api-keys-secret.ts';

const byRoleName = 'api-keys.role-descriptors-by-role-name';
const applications = 'api-keys.role-descriptors-applications';

/** Faults of the creation of keys. */
const creationFaults: readonly Fault[] = [
  fault('keys-without-roles-only', ['api-keys.post-creates-key', byRoleName, applications], () =>
    refusing((body) => 'role_descriptors' in body),
  ),
  ...replies('key-name', 'api-keys.name-returned', {
    'in-small-letters': (body) => ({ ...body, name: nameIn(body).toLowerCase() }),
    'cut-after-20-letters': (body) => ({ ...body, name: nameIn(body).slice(0, 20) }),
    'in-ascii-only': (body) => ({ ...body, name: nameIn(body).replace(/[^ -~]/g, '?') }),
    'with-its-id': (body) => ({ ...body, name: `${nameIn(body)}-${String(body['id'])}` }),
  }),
  fault('roles-of-a-key-repeated', ['api-keys.role-descriptors-request-only'], () =>
    onSecurityReply('create-key', (body, request) => ({
      ...body,
      role_descriptors: bodyOf(request)['role_descriptors'],
    })),
  ),
  fault('roles-of-a-key-repeated-empty', ['api-keys.role-descriptors-request-only'], () =>
    onSecurityReply('create-key', (body) => ({ ...body, role_descriptors: {} })),
  ),
  fault('roles-of-a-key-as-a-list-only', [byRoleName], () =>
    refusing((body) => !Array.isArray(body['role_descriptors'])),
  ),
  fault('role-of-a-key-of-small-letters-only', [byRoleName], () =>
    refusing((body) => rolesIn(body).some((name) => !/^[a-z_]+$/.test(name))),
  ),
  fault('one-role-a-key-only', [byRoleName], () => refusing((body) => rolesIn(body).length > 1)),
  fault('one-entry-a-role-of-a-key-only', [applications], () => refusing(hasManyEntries)),
  fault('one-privilege-an-entry-of-a-key-only', [applications], () =>
    refusing((body) => entriesOfKey(body).some(({ privileges }) => listOf(privileges).length > 1)),
  ),
  fault('resources-of-a-key-without-wildcard', [applications], () =>
    refusing((body) => entriesOfKey(body).some((one) => listOf(one['resources']).includes('*'))),
  ),
  ...(['config_agent:read', 'event:write', 'sourcemap:write'] as const).map((privilege) =>
    fault(
      `no-key-with-${privilege.replace(/\W|_/g, '-')}`,
      [`api-keys.privilege-${privilege.replace(/\W|_/g, '-')}`],
      () =>
        refusing((body) =>
          entriesOfKey(body).some((one) => listOf(one['privileges']).includes(privilege)),
        ),
    ),
  ),
];

/** Faults of the credentials of keys. */
const credentialFaults: readonly Fault[] = [
  fault(
    'keys-that-never-work',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    () =>
      inPlaceOf('authenticate', () =>
        Promise.resolve(refusal('security_exception', 'unable to authenticate', 401)),
      ),
  ),
  fault(
    'credentials-without-padding-only',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    () => refusingCredentials((credential) => credential.endsWith('=')),
  ),
  fault('key-taken-for-anybody', ['api-keys.credential-is-base64'], () =>
    inPlaceOf('authenticate', () => Promise.resolve(anonymousUser())),
  ),
  fault(
    'only-the-newest-key-works',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    onlyTheNewest,
  ),
  fault(
    'credential-is-the-secret-alone',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    () => refusingCredentials((credential) => pairIn(credential) !== undefined),
  ),
];

/** Every fault of keys. */
export const apiKeyFaults: readonly Fault[] = [
  ...creationFaults,
  ...expirationFaults,
  ...keySecretFaults,
  ...credentialFaults,
  ...keyPrivilegeFaults,
];

type Edit = (body: Members) => Members;

/** Creates a fault for each way in which a member of the answer to a creation can be wrong. */
function replies(
  start: string,
  clause: string,
  edits: Readonly<Record<string, Edit>>,
): readonly Fault[] {
  return Object.entries(edits).map(([name, edit]) =>
    fault(`${start}-${name}`, [clause], () => onSecurityReply('create-key', edit)),
  );
}

function refusing(fits: (body: Members) => boolean, status = 400): Interceptor {
  return inPlaceOf('create-key', (request, forward) =>
    fits(bodyOf(request))
      ? Promise.resolve(refusal('parse_exception', 'failed to parse', status))
      : forward(request),
  );
}

function refusingCredentials(fits: (credential: string) => boolean): Interceptor {
  return inPlaceOf('authenticate', (request, forward) =>
    fits(credentialIn(request) ?? '')
      ? Promise.resolve(refusal('security_exception', 'unable to authenticate', 401))
      : forward(request),
  );
}

/** Keeps one key only: a new key replaces the previous one. */
function onlyTheNewest(): Interceptor {
  return replacing(() => 'newest');
}

/** Refuses a key as soon as another key with the same name is created. */
function replacing(labelOf: (creation: Members) => string): Interceptor {
  const newest = new Map<string, string>();
  const labels = new Map<string, string>();
  return async (request, forward) => {
    const call = securityCallOf(request);
    const id = pairOf(request)?.id;
    const label = id && labels.get(id);
    if (call === 'authenticate' && label !== undefined && newest.get(label) !== id) {
      return refusal('security_exception', 'unable to authenticate', 401);
    }
    const reply = await forward(request);
    if (call === 'create-key' && reply.status < 300) {
      const created = String(jsonIn(reply)['id']);
      const given = labelOf(bodyOf(request));
      labels.set(created, given);
      newest.set(given, created);
    }
    return reply;
  };
}

function nameIn(body: Members): string {
  return String(body['name']);
}

function rolesIn(body: Members): readonly string[] {
  return Object.keys(membersOf(body['role_descriptors']));
}

function hasManyEntries(body: Members): boolean {
  return Object.values(membersOf(body['role_descriptors'])).some(
    (role) => listOf(membersOf(role)['applications']).length > 1,
  );
}
