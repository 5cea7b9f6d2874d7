import { jsonOf, listAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { isSuccess } from '../../client/expectations.ts';
import { type CreatedKey, keyIn } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import { askForKey, expectKey, type KeyRequest, makeCreator, makeRoles } from '../creators.ts';
import { type KeyRow, privilegesOf } from '../dimensions/key-dimensions.ts';
import {
  agentPrivileges,
  type ApplicationRights,
  createsKey,
  type Descriptors,
  keyHolds,
  type Rights,
} from '../models/key-model.ts';

/** A key, and the privileges that it has. */
export interface HeldKey {
  readonly key: CreatedKey;
  readonly held: readonly string[];
}

/** The key of some rows, and another one beside it. */
export interface MadeKeys {
  readonly own: HeldKey;
  readonly other: HeldKey;
}

const names: Readonly<Record<KeyRow['name'], string>> = {
  'of its own': 'agents',
  'of another key': 'agents',
  'with signs and in other scripts': 'Schlüssel of the "shop", 東京 (no. 2) <b>',
};

/**
 * Creates the key of a row, and before it one with the other privileges. `refused` if the creator may not create keys; undefined
 * if the server refuses what it need not take: a role, a key with more than its creator has, or a second key with a name.
 * Throws Mismatch if it refuses something else, or if an answer holds no key.
 */
export async function makeKeys(
  world: World,
  row: KeyRow,
): Promise<MadeKeys | 'refused' | undefined> {
  const asked = privilegesOf(row);
  const otherHeld = othersThan(asked);
  const isShared = row.name === 'of another key';
  const others = requestOf({ name: isShared ? names[row.name] : 'others', held: otherHeld });
  const otherKey = expectKey(await askForKey(world, others), everything, others);
  const creator = await makeCreatorOf(world, row);
  if (otherKey === undefined || creator === undefined) return undefined;
  const own = requestOf({ name: names[row.name], held: asked }, row);
  const exchange = await askForKey(world, own, creator.authorization);
  // Whether two keys may have one name is left open.
  if (isShared && !isSuccess(exchange.response.status)) return undefined;
  const key = expectKey(exchange, creator.roles, own);
  if (key === undefined) {
    return createsKey(creator.roles, own.descriptors) === 'no' ? 'refused' : undefined;
  }
  if (key.id === otherKey.id) {
    throw new Mismatch('an id of its own', key.id, 'two keys have one id');
  }
  const held = agentPrivileges.filter((one) => keyHolds(creator.roles, own.descriptors, one));
  return { own: { key, held }, other: { key: otherKey, held: otherHeld } };
}

/** Makes the creator of the key of a row; undefined if the server refuses a role that it need not take. */
async function makeCreatorOf(world: World, row: KeyRow) {
  const asked = privilegesOf(row);
  const roles = creators[row.creator](asked);
  if (roles === undefined) return { roles: everything };
  const isReplaced = row.creator === 'a user with a replaced role';
  if (isReplaced && !(await makeRoles(world, [role(othersThan(asked))]))) return undefined;
  const authorization = await makeCreator(world, roles);
  return authorization === undefined ? undefined : { roles, authorization };
}

/** The privileges that are not among these; some of them if these are all. */
function othersThan(held: readonly string[]): readonly string[] {
  const left = agentPrivileges.filter((privilege) => !held.includes(privilege));
  return left.length > 0 ? left : agentPrivileges.slice(1);
}

/** Creates one more key, with the name of the others if they share one, and invalidates it. */
export async function invalidateAnother(world: World, { name }: KeyRow): Promise<void> {
  const own = name === 'of another key' ? names[name] : 'third';
  const third = keyIn(await askForKey(world, requestOf({ name: own, held: agentPrivileges })));
  if (third !== undefined) await invalidate(world, third);
}

/** Asks to invalidate a key, which a server may refuse: how that is done is left open. Returns true if the answer names it. */
export async function invalidate(world: World, { id }: CreatedKey): Promise<boolean> {
  const body = { ids: [id] };
  const exchange = await world.send({ method: 'DELETE', path: '/_security/api_key', body });
  return (
    isSuccess(exchange.response.status) &&
    listAt(jsonOf(exchange), 'invalidated_api_keys').includes(id)
  );
}

function role(privileges: readonly string[]): Rights {
  return { cluster: ['manage_own_api_key'], applications: [entry(privileges)] };
}

function entry(privileges: readonly string[]): ApplicationRights {
  return { application: 'apm', privileges, resources: ['*'] };
}

/** Entries that give no agent a privilege: one of another application, and one for another resource. */
function forSomethingElse(privileges: readonly string[]): readonly ApplicationRights[] {
  const own = entry(privileges);
  return [
    { ...own, application: 'some-ui' },
    { ...own, resources: ['shop'] },
  ];
}

/** What the user of the run may do. */
const everything: readonly Rights[] = [role(agentPrivileges)];

/** The roles of the creator of a key with some privileges; undefined for the user of the run. */
const creators: Readonly<
  Record<KeyRow['creator'], (asked: readonly string[]) => readonly Rights[] | undefined>
> = {
  'the user of the run': () => undefined,
  'a user with its rights': (asked) => [role(asked)],
  'a user with two roles': ([first = '', ...rest]) => [
    role([first]),
    role(rest.length > 0 ? rest : [first]),
  ],
  'a user with a replaced role': (asked) => [role(asked)],
  'a user without its first right': ([first]) => [
    role(agentPrivileges.filter((privilege) => privilege !== first)),
  ],
  'a user with its rights for something else': (asked) => [
    { ...role(asked), applications: forSomethingElse(asked) },
  ],
  'a user who may not create keys': (asked) => [{ ...role(asked), cluster: ['monitor'] }],
};

/** A request for a key with some privileges, by default in one entry of one role. */
function requestOf(
  { name, held }: { readonly name: string; readonly held: readonly string[] },
  { layout, life, method }: Pick<KeyRow, 'layout' | 'life' | 'method'> = plain,
): KeyRequest {
  return { name, method, expires: life === '999 days', descriptors: descriptorsOf(layout, held) };
}

const plain = { layout: 'one entry', life: 'no end', method: 'POST' } as const;

function descriptorsOf(layout: KeyRow['layout'], held: readonly string[]): Descriptors {
  const each = held.map((privilege) => entry([privilege]));
  const more =
    layout === 'beside entries for something else' ? forSomethingElse(othersThan(held)) : [];
  if (layout === 'an entry for each') return { agent: { applications: each } };
  if (layout !== 'a role for each') return { agent: { applications: [entry(held), ...more] } };
  return Object.fromEntries(each.map((one, at) => [`agent-${at}`, { applications: [one] }]));
}
