import { fault } from '../fault.ts';
import type { Fault } from '../../run/mutation.ts';
import {
  credentialIn,
  inPlaceOf,
  onPrivileges,
  onSecurityRequest,
} from '../security-interceptors.ts';
import { membersOf } from '../interceptors.ts';

const single = 'api-keys.privilege-single';
const several = 'api-keys.privilege-several';
const lower = 'api-keys.access-lower-than-creator';
const above = 'api-keys.access-never-above-creator';

const all = ['config_agent:read', 'event:write', 'sourcemap:write'];

/** Faults of the privileges of keys. */
export const keyPrivilegeFaults: readonly Fault[] = [
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
