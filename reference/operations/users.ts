import { parseUser } from '../security/accounts/parse-user.ts';
import type { User } from '../security/accounts/users.ts';
import type { Operation } from './operation.ts';
import { done } from './operation.ts';
import { splitList } from './targets.ts';
import { bodyPart } from './body-part.ts';

/** Creates or changes an account. */
export const createUser: Operation<'createUser'> = async ({ path, body }, { security }) => {
  const change = parseUser(bodyPart(body, null), path.username);
  return done({ created: await security.users.put(path.username, change) });
};

/** Returns accounts by name; answers 404 if none of the names exists. */
export const getUser: Operation<'getUser'> = ({ path }, { security }) => {
  if (path.username === undefined) return done(renderUsers(security.users.all()));
  const found = splitList(path.username).flatMap((name) => security.users.get(name) ?? []);
  return { outcome: found.length === 0 ? 'absent' : 'done', body: renderUsers(found) };
};

/** Deletes an account; answers 404 if there is none. */
export const deleteUser: Operation<'deleteUser'> = ({ path }, { security }) => {
  const found = security.users.delete(path.username);
  return { outcome: found ? 'done' : 'absent', body: { found } };
};

function renderUsers(users: readonly User[]): unknown {
  return Object.fromEntries(
    users.map(({ username, roles, full_name, email, metadata, enabled }) => [
      username,
      { username, roles, full_name, email, metadata, enabled },
    ]),
  );
}
