import type { Fault } from '../../run/mutation.ts';
import {
  credentialIn,
  inPlaceOf,
  onEntries,
  onPrivileges,
  onSecurityRequest,
} from '../security-interceptors.ts';
import { bodyOf, membersOf, refusal, without } from '../interceptors.ts';

const single = 'api-keys.privilege-single';
const several = 'api-keys.privilege-several';
const equal = 'api-keys.access-equal-to-creator';
const lower = 'api-keys.access-lower-than-creator';
const above = 'api-keys.access-never-above-creator';

const all = ['config_agent:read', 'event:write', 'sourcemap:write'];

/** Faults of what a key may do. */
export const keyPrivilegeFaults: readonly Fault[] = [
  {
    name: 'roles-of-a-key-forgotten',
    clauses: [single, lower],
    start: () => onSecurityRequest('create-key', (body) => without(body, 'role_descriptors')),
  },
  {
    name: 'privileges-of-a-key-forgotten',
    clauses: [single, several, equal, lower],
    start: () => onEntries('create-key', () => []),
  },
  {
    name: 'one-privilege-of-a-key-stands-for-all',
    clauses: [single, lower],
    start: () => onPrivileges('create-key', () => all),
  },
  {
    name: 'only-the-first-privilege-of-a-key-counts',
    clauses: [several, equal],
    start: () => onPrivileges('create-key', (privileges) => privileges.slice(0, 1)),
  },
  {
    name: 'only-the-first-entry-of-a-key-counts',
    clauses: [several],
    start: () => onEntries('create-key', (entries) => entries.slice(0, 1)),
  },
  {
    name: 'only-the-last-entry-of-a-key-counts',
    clauses: [several],
    start: () => onEntries('create-key', (entries) => entries.slice(-1)),
  },
  {
    name: 'only-the-first-role-of-a-key-counts',
    clauses: [several],
    start: () => onRoles((roles) => roles.slice(0, 1)),
  },
  {
    name: 'only-the-last-role-of-a-key-counts',
    clauses: [several],
    start: () => onRoles((roles) => roles.slice(-1)),
  },
  {
    name: 'privileges-of-a-key-to-read-only',
    clauses: [single, several, equal, lower],
    start: () =>
      onPrivileges('create-key', (privileges) =>
        privileges.filter((privilege) => String(privilege).endsWith(':read')),
      ),
  },
  ...all.map((privilege) => ({
    name: `${privilege.replace(/\W|_/g, '-')}-given-to-every-key`,
    clauses: [single],
    start: () =>
      onPrivileges('create-key', (privileges) => [...new Set([...privileges, privilege])]),
  })),
  {
    name: 'key-as-strong-as-its-creator-refused',
    clauses: [equal],
    start: () =>
      inPlaceOf('create-key', (request, forward) =>
        credentialIn(request, 'Basic') !== undefined &&
        JSON.stringify(bodyOf(request)).includes('event:write","config_agent:read')
          ? Promise.resolve(refusal('security_exception', 'more than you may give away', 403))
          : forward(request),
      ),
  },
  {
    name: 'key-gets-what-it-asks-for',
    clauses: [above],
    start: () =>
      inPlaceOf('create-key', (request, forward) => {
        const { authorization: _, ...headers } = request.headers;
        return forward({ ...request, headers });
      }),
  },
  {
    name: 'key-gets-what-it-asks-for-beside-what-its-creator-has',
    clauses: [above],
    start: outgrowing,
  },
];

/** Changes the roles with which a key is created. */
function onRoles(edit: (roles: readonly [string, unknown][]) => readonly [string, unknown][]) {
  return onSecurityRequest('create-key', (body) => {
    const roles = Object.entries(membersOf(body['role_descriptors']));
    return { ...body, role_descriptors: Object.fromEntries(edit(roles)) };
  });
}

/** What a key asks for is answered as held, whatever its creator has. */
function outgrowing() {
  return inPlaceOf('check-privileges', async (request, forward) => {
    const reply = await forward(request);
    if (credentialIn(request) === undefined || reply.status >= 300) return reply;
    const text = Buffer.from(reply.body).toString('utf8');
    return { ...reply, body: Buffer.from(text.replaceAll('false', 'true')) };
  });
}
