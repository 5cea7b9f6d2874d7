import { parseRole } from '../security/privileges/parse-role.ts';
import type { RoleDescriptor } from '../security/privileges/role-descriptor.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { done } from './operation.ts';
import type { Service } from './service.ts';
import { splitList } from './targets.ts';
import { wholeBody } from './whole-body.ts';

/** roles.post-creates-role, roles.creation-response-body. */
export const createRole: Operation<'createRole'> = (request, service) => putRole(request, service);

export const createRoleByPut: Operation<'createRoleByPut'> = (request, service) =>
  putRole(request, service);

export const getAllRoles: Operation<'getAllRoles'> = (_, { security }) =>
  done(renderRoles(security.roles.all()));

/** Nothing is found where none of the names is a role. */
export const getRole: Operation<'getRole'> = ({ path }, { security }) => {
  const names = splitList(path.role_name);
  const found = new Map([...security.roles.all()].filter(([name]) => names.includes(name)));
  return { outcome: found.size === 0 ? 'absent' : 'done', body: renderRoles(found) };
};

export const deleteRole: Operation<'deleteRole'> = ({ path }, { security }) => {
  const found = security.roles.delete(path.role_name);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

function putRole(
  { path, body }: OperationRequest<'createRole' | 'createRoleByPut'>,
  { security }: Service,
): Reply {
  const role = parseRole(wholeBody(body), path.role_name);
  return done({ role: { created: security.roles.put(path.role_name, role) } });
}

function renderRoles(roles: ReadonlyMap<string, RoleDescriptor>): unknown {
  return Object.fromEntries([...roles].map(([name, role]) => [name, { ...role, run_as: [] }]));
}
