import { fault } from '../fault.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  anonymousUser,
  inPlaceOf,
  onSecurityReply,
  pairOf,
  securityCallOf,
} from '../security-interceptors.ts';
import { bodyOf, jsonIn, type Members, refusal } from '../interceptors.ts';
import { expirationFaults } from './api-keys-expiration.ts';
import { keyPrivilegeFaults } from './api-keys-privileges.ts';
import { keySecretFaults } from './api-keys-secret.ts';

/** Faults of the creation of keys. */
const creationFaults: readonly Fault[] = [
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
];

/** Faults of the credentials of keys. */
const credentialFaults: readonly Fault[] = [
  fault('key-taken-for-anybody', ['api-keys.credential-is-base64'], () =>
    inPlaceOf('authenticate', () => Promise.resolve(anonymousUser())),
  ),
  fault(
    'only-the-newest-key-works',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    onlyTheNewest,
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
