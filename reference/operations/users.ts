import { parseUser } from '../security/accounts/parse-user.ts';
import type { User } from '../security/accounts/users.ts';
import type { Operation, OperationRequest, Reply } from './operation.ts';
import { done } from './operation.ts';
import type { Service } from './service.ts';
import { splitList } from './targets.ts';
import { wholeBody } from './whole-body.ts';

export const createUser: Operation<'createUser'> = (request, service) => putUser(request, service);

export const createUserByPut: Operation<'createUserByPut'> = (request, service) =>
  putUser(request, service);

export const getAllUsers: Operation<'getAllUsers'> = (_, { security }) =>
  done(renderUsers(security.users.all()));

/** Nothing is found where none of the names is an account. */
export const getUser: Operation<'getUser'> = ({ path }, { security }) => {
  const found = splitList(path.username).flatMap((name) => security.users.get(name) ?? []);
  return { outcome: found.length === 0 ? 'absent' : 'done', body: renderUsers(found) };
};

export const deleteUser: Operation<'deleteUser'> = ({ path }, { security }) => {
  const found = security.users.delete(path.username);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

async function putUser(
  { path, body }: OperationRequest<'createUser' | 'createUserByPut'>,
  { security }: Service,
): Promise<Reply> {
  const change = parseUser(wholeBody(body), path.username);
  return done({ created: await security.users.put(path.username, change) });
}

function renderUsers(users: readonly User[]): unknown {
  return Object.fromEntries(
    users.map(({ username, roles, full_name, email, metadata, enabled }) => [
      username,
      { username, roles, full_name, email, metadata, enabled },
    ]),
  );
}
