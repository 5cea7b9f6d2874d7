import { isSuccess } from '../../client/expectations.ts';
import { type CreatedKey, keyIn } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import type { KeyRequest } from '../arbitraries/rights.ts';
import { askForKey, expectKey, makeCreator } from '../creators.ts';
import { type KeyRow, privilegesOf } from '../dimensions/key-dimensions.ts';
import { agentPrivileges, type Descriptors, type Rights } from '../models/key-model.ts';

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
 * Creates the key of a row, and before it one with the other privileges. Undefined if the server refuses what it need not
 * take: a role, or a second key with a name. Throws Mismatch if it refuses something else, or if an answer holds no key.
 */
export async function makeKeys(world: World, row: KeyRow): Promise<MadeKeys | undefined> {
  const held = privilegesOf(row);
  const left = agentPrivileges.filter((privilege) => !held.includes(privilege));
  const otherHeld = left.length > 0 ? left : agentPrivileges.slice(1);
  const isShared = row.name === 'of another key';
  const others = requestOf({ name: isShared ? names[row.name] : 'others', held: otherHeld });
  const otherKey = expectKey(await askForKey(world, others), everything, others);
  const roles = rolesOf(row, held);
  const authorization = roles === undefined ? undefined : await makeCreator(world, roles);
  if (otherKey === undefined || (roles !== undefined && authorization === undefined)) {
    return undefined;
  }
  const own = requestOf({ name: names[row.name], held }, row);
  const exchange = await askForKey(world, own, authorization);
  // Whether two keys may have one name is left open.
  if (isShared && !isSuccess(exchange.response.status)) return undefined;
  const key = expectKey(exchange, roles ?? everything, own) ?? keyIn(exchange);
  if (key === undefined) return undefined;
  return { own: { key, held }, other: { key: otherKey, held: otherHeld } };
}

/** Creates one more key and asks to invalidate it, which a server may refuse: how that is done is left open. */
export async function invalidateOne(world: World): Promise<void> {
  const request = requestOf({ name: 'third', held: agentPrivileges });
  const third = keyIn(await askForKey(world, request));
  if (third === undefined) return;
  const body = { ids: [third.id] };
  await world.send({ method: 'DELETE', path: '/_security/api_key', body });
}

function role(privileges: readonly string[]): Rights {
  const applications = [{ application: 'apm', privileges, resources: ['*'] }];
  return { cluster: ['manage_own_api_key'], applications };
}

/** What the user of the run may do. */
const everything: readonly Rights[] = [role(agentPrivileges)];

/** The roles of the creator of a key; undefined for the user of the run. */
function rolesOf({ creator }: KeyRow, held: readonly string[]): readonly Rights[] | undefined {
  const [first = '', ...rest] = held;
  const roles: Readonly<Record<KeyRow['creator'], readonly Rights[] | undefined>> = {
    'the user of the run': undefined,
    'a user with its rights': [role(held)],
    'a user with two roles': [role([first]), role(rest.length > 0 ? rest : [first])],
  };
  return roles[creator];
}

/** A request for a key with some privileges, by default in one entry of one role. */
function requestOf(
  { name, held }: { readonly name: string; readonly held: readonly string[] },
  { layout, life, method }: Pick<KeyRow, 'layout' | 'life' | 'method'> = plain,
): KeyRequest {
  return { name, method, expires: life === '999 days', descriptors: descriptorsOf(layout, held) };
}

const plain = { layout: 'one entry', life: 'no end', method: 'POST' } as const;

function descriptorsOf(layout: KeyRow['layout'], held: readonly string[]): Descriptors {
  const entry = (privileges: readonly string[]) => ({
    application: 'apm',
    privileges,
    resources: ['*'],
  });
  const each = held.map((privilege) => entry([privilege]));
  if (layout === 'an entry for each') return { agent: { applications: each } };
  if (layout === 'one entry') return { agent: { applications: [entry(held)] } };
  return Object.fromEntries(each.map((one, at) => [`agent-${at}`, { applications: [one] }]));
}
