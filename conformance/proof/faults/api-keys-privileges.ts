import { fault } from '../fault.ts';
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

/** Faults of the privileges of keys. */
export const keyPrivilegeFaults: readonly Fault[] = [
  fault('roles-of-a-key-forgotten', [single, lower], () =>
    onSecurityRequest('create-key', (body) => without(body, 'role_descriptors')),
  ),
  fault('privileges-of-a-key-forgotten', [single, several, equal, lower], () =>
    onEntries('create-key', () => []),
  ),
  fault('one-privilege-of-a-key-stands-for-all', [single, lower], () =>
    onPrivileges('create-key', () => all),
  ),
  fault('only-the-first-privilege-of-a-key-counts', [several, equal], () =>
    onPrivileges('create-key', (privileges) => privileges.slice(0, 1)),
  ),
  fault('only-the-first-entry-of-a-key-counts', [several], () =>
    onEntries('create-key', (entries) => entries.slice(0, 1)),
  ),
  fault('only-the-last-entry-of-a-key-counts', [several], () =>
    onEntries('create-key', (entries) => entries.slice(-1)),
  ),
  fault('only-the-first-role-of-a-key-counts', [several], () =>
    onRoles((roles) => roles.slice(0, 1)),
  ),
  fault('only-the-last-role-of-a-key-counts', [several], () => onRoles((roles) => roles.slice(-1))),
  fault('privileges-of-a-key-to-read-only', [single, several, equal, lower], () =>
    onPrivileges('create-key', (privileges) =>
      privileges.filter((privilege) => String(privilege).endsWith(':read')),
    ),
  ),
  ...all.map((privilege) =>
    fault(`${privilege.replace(/\W|_/g, '-')}-given-to-every-key`, [single], () =>
      onPrivileges('create-key', (privileges) => [...new Set([...privileges, privilege])]),
    ),
  ),
  fault('key-as-strong-as-its-creator-refused', [equal], () =>
    inPlaceOf('create-key', (request, forward) =>
      credentialIn(request, 'Basic') !== undefined &&
      JSON.stringify(bodyOf(request)).includes('event:write","config_agent:read')
        ? Promise.resolve(
            refusal('security_exception', 'the requested privileges are too high', 403),
          )
        : forward(request),
    ),
  ),
  fault('key-gets-what-it-asks-for', [above], () =>
    inPlaceOf('create-key', (request, forward) => {
      const { authorization: _, ...headers } = request.headers;
      return forward({ ...request, headers });
    }),
  ),
  fault('key-gets-what-it-asks-for-beside-what-its-creator-has', [above], confirmingAllPrivileges),
];

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
