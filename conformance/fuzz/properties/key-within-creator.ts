import fc from 'fast-check';
import { Mismatch } from '../../base/errors.ts';
import { createIndex, prepared } from '../set-up.ts';
import { keyIn } from '../../client/secrets.ts';
import { writeAll } from '../../client/documents.ts';
import type { World } from '../../client/world.ts';
import { anyRole, keyRequest } from '../arbitraries/rights.ts';
import { askForKey, makeCreator, makeRoles, authorizationOfKey } from '../creators.ts';
import {
  actionNames,
  type Actor,
  requiresAuthentication,
  isAllowedTo,
  isOnIndices,
  privilegeIn,
} from '../key-actions.ts';
import { property } from '../property.ts';
import { holds, type Rights } from '../models/key-model.ts';

const maxActions = 6;

/** A key may not do more than its creator. */
export const keyWithinCreator = property({
  id: 'key-within-creator',
  describe: 'A key may do only what its creator may do, now or when the key was created.',
  clauses: ['api-keys.access-never-above-creator'],
  needs: ['users'],
  arbitrary: () =>
    fc.record({
      roles: fc.array(anyRole, { minLength: 1, maxLength: 2 }),
      key: keyRequest(anyRole, { maxRoles: 2 }),
      asks_for: fc.constantFrom('its roles' as const, 'nothing' as const, 'no roles' as const),
      acts: fc.uniqueArray(fc.constantFrom(...actionNames), {
        minLength: 1,
        maxLength: maxActions,
        size: 'max',
      }),
      later: fc.array(anyRole, { maxLength: 1 }),
    }),
  async holds(
    world,
    { roles, key: { descriptors, ...key }, asks_for: asksFor, acts: actions, later },
  ) {
    const authorization = await makeCreator(world, roles);
    if (authorization === undefined) return;
    const descriptorsFor = { 'its roles': descriptors, 'no roles': {}, nothing: undefined };
    const request = { ...key, descriptors: descriptorsFor[asksFor] };
    const created = keyIn(await askForKey(world, request, authorization));
    if (created === undefined) return;
    const creator = { authorization, label: 'creator' };
    const actor = { authorization: authorizationOfKey(created), label: 'key' };
    const tried = await withoutPublicActions(world, actions);
    const before = new Set<string>();
    for (const name of tried) {
      const byKey = await isAllowedTo(world, name, { actor, creator });
      const byCreator = await creatorMay(world, name, { creator, roles });
      if (byKey && !byCreator) throw excess(name, 'its creator is not allowed to');
      if (byCreator) before.add(name);
    }
    if (later.length === 0) return;
    if (!(await makeRoles(world, later))) return;
    const now = { creator, roles: [...later, ...roles.slice(later.length)] };
    for (const name of tried.filter((one) => !before.has(one))) {
      if (!(await isAllowedTo(world, name, { actor, creator }))) continue;
      if (await creatorMay(world, name, now)) continue;
      throw excess(name, 'its creator never was allowed to');
    }
  },
});

/** Returns true if the creator may perform an action: the model decides for agent privileges, the server for others. */
function creatorMay(
  world: World,
  name: string,
  { creator, roles }: { readonly creator: Actor; readonly roles: readonly Rights[] },
): Promise<boolean> {
  const privilege = privilegeIn(name);
  if (privilege !== undefined) return Promise.resolve(holds(roles, privilege));
  return isAllowedTo(world, name, { actor: creator, creator });
}

function excess(name: string, other: string): Mismatch {
  const message = `the key is allowed to "${name}", but ${other}`;
  return new Mismatch({ [name]: false }, { [name]: true }, message);
}

/** Removes actions on indices if the server allows them without authentication. */
async function withoutPublicActions(
  world: World,
  actions: readonly string[],
): Promise<readonly string[]> {
  if (!actions.some(isOnIndices)) return actions;
  for (const word of ['a', 'b']) {
    const index = world.name(word);
    await prepared(async () => {
      await createIndex(world, index, { mappings: {}, shards: 1 });
      await writeAll(world, [{ index, id: '1', source: { n: 1 } }]);
    });
  }
  if (await requiresAuthentication(world, world.name('a'))) return actions;
  return actions.filter((name) => !isOnIndices(name));
}
