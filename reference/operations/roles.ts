import { parseRole } from '../security/privileges/parse-role.ts';
import type { RoleDescriptor } from '../security/privileges/role-descriptor.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { splitList } from './targets.ts';
import { bodyPart } from './body-part.ts';

/**
 * roles.post-creates-role, roles.creation-response-body, roles.created-again, roles.other-privileges: creates or replaces
 * a role.
 */
export const createRole: Operation<'createRole'> = ({ path, body }, { security }) => {
  const role = parseRole(bodyPart(body, null), path.role_name);
  return done({ role: { created: security.roles.put(path.role_name, role) } });
};

/** Returns roles by name; answers 404 if none of the names exists. */
export const getRole: Operation<'getRole'> = ({ path }, { security }) => {
  const all = security.roles.all();
  if (path.role_name === undefined) return done(renderRoles(all));
  const names = splitList(path.role_name);
  const found = new Map([...all].filter(([name]) => names.includes(name)));
  return { outcome: found.size === 0 ? 'absent' : 'done', body: renderRoles(found) };
};

/** Deletes a role; answers 404 if there is none. */
export const deleteRole: Operation<'deleteRole'> = ({ path }, { security }) => {
  const found = security.roles.delete(path.role_name);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

function renderRoles(roles: ReadonlyMap<string, RoleDescriptor>): unknown {
  return Object.fromEntries([...roles].map(([name, role]) => [name, { ...role, run_as: [] }]));
}
