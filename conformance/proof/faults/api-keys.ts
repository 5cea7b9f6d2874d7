import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { bodyOf, jsonIn, type Members, membersOf, refusal, without } from '../interceptors.ts';
import {
  anonymousUser,
  credentialIn,
  inPlaceOf,
  onPrivileges,
  onSecurityReply,
  onSecurityRequest,
  pairOf,
  securityCallOf,
} from '../security-interceptors.ts';
import { keySecretFaults } from './api-keys-secret.ts';

const milliseconds = 'api-keys.expiration-returned-as-epoch-milliseconds';

const ahead = 'api-keys.expiration-lies-ahead-by-duration';

const hour_ms = 3_600_000;

const single = 'api-keys.privilege-single';

const several = 'api-keys.privilege-several';

const lower = 'api-keys.access-lower-than-creator';

const above = 'api-keys.access-never-above-creator';

const all = ['config_agent:read', 'event:write', 'sourcemap:write'];

/** Faults of the creation, the expiration, the credentials and the privileges of keys. */
export const apiKeyFaults: readonly Fault[] = [
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
  fault('key-without-expiration-ends-at-once', ['api-keys.expiration-optional'], endingAtOnce),
  wrong('expiration-in-seconds', [milliseconds, ahead], (end) => Math.round(end / 1000)),
  wrong('expiration-in-microseconds', [ahead], (end) => end * 1000),
  wrong('expiration-as-a-date', [milliseconds, ahead], (end) => new Date(end).toISOString()),
  wrong('expiration-with-decimals', [milliseconds], (end) => end + 0.5),
  wrong('expiration-repeated', [milliseconds, ahead], (_, requested) => requested),
  wrong('expiration-as-a-duration', [milliseconds, ahead], (end) => end % (365 * 24 * hour_ms)),
  wrong('expiration-in-another-zone', [ahead], (end) => end + hour_ms),
  wrong('expiration-twice-as-far', [ahead], (end) => end + 2 * hour_ms),
  fault('expiration-always-a-day', [ahead], () => asking(() => '1d')),
  fault('days-read-as-hours', [ahead], () => asking((text) => text.replace('d', 'h'))),
  ...keySecretFaults,
  fault('key-taken-for-anybody', ['api-keys.credential-is-base64'], () =>
    inPlaceOf('authenticate', () => Promise.resolve(anonymousUser())),
  ),
  fault(
    'only-the-newest-key-works',
    ['api-keys.credential-is-base64', 'authentication.header-scheme'],
    onlyTheNewest,
  ),
  fault('one-privilege-of-a-key-stands-for-all', [single, lower], () =>
    onPrivileges('create-key', () => all),
  ),
  fault('only-the-first-role-of-a-key-counts', [several], () =>
    onRoles((roles) => roles.slice(0, 1)),
  ),
  fault('only-the-last-role-of-a-key-counts', [several], () => onRoles((roles) => roles.slice(-1))),
  ...all.map((privilege) =>
    fault(`${privilege.replace(/\W|_/g, '-')}-given-to-every-key`, [single], () =>
      onPrivileges('create-key', (privileges) => [...new Set([...privileges, privilege])]),
    ),
  ),
  fault('key-gets-what-it-asks-for-beside-what-its-creator-has', [above], confirmingAllPrivileges),
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
  const replaced = new Set<string>();
  let newest: string | undefined;
  return async (request, forward) => {
    const call = securityCallOf(request);
    const id = pairOf(request)?.id;
    if (call === 'authenticate' && id !== undefined && replaced.has(id)) {
      return refusal('security_exception', 'unable to authenticate', 401);
    }
    const reply = await forward(request);
    if (call === 'create-key' && reply.status < 300) {
      if (newest !== undefined) replaced.add(newest);
      newest = String(jsonIn(reply)['id']);
    }
    return reply;
  };
}

function nameIn(body: Members): string {
  return String(body['name']);
}

/** Creates a fault that replaces the expiration in the answer by that of `endOf`. */
function wrong(
  name: string,
  clauses: readonly string[],
  endOf: (end_ms: number, requested: unknown) => unknown,
): Fault {
  return fault(name, clauses, () =>
    onSecurityReply('create-key', (body, request) => {
      const end = body['expiration'];
      if (typeof end !== 'number') return body;
      const given = endOf(end, bodyOf(request)['expiration']);
      return given === undefined ? without(body, 'expiration') : { ...body, expiration: given };
    }),
  );
}

/** Requests another expiration from the correct server. */
function asking(edit: (duration: string) => string): Interceptor {
  return onSecurityRequest('create-key', (body) =>
    typeof body['expiration'] === 'string'
      ? { ...body, expiration: edit(body['expiration']) }
      : body,
  );
}

function endingAtOnce(): Interceptor {
  return onSecurityRequest('create-key', (body) =>
    'expiration' in body ? body : { ...body, expiration: '1ms' },
  );
}

/** Changes the roles that a key is created with. */
function onRoles(edit: (roles: readonly [string, unknown][]) => readonly [string, unknown][]) {
  return onSecurityRequest('create-key', (body) => {
    const roles = Object.entries(membersOf(body['role_descriptors']));
    return { ...body, role_descriptors: Object.fromEntries(edit(roles)) };
  });
}

/** Answers privilege checks of a key as if the key had every privilege, even those that its creator lacks. */
function confirmingAllPrivileges() {
  return inPlaceOf('check-privileges', async (request, forward) => {
    const reply = await forward(request);
    if (credentialIn(request) === undefined || reply.status >= 300) return reply;
    const text = Buffer.from(reply.body).toString('utf8');
    return { ...reply, body: Buffer.from(text.replaceAll('false', 'true')) };
  });
}
