import { jsonOf, parseJson, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { authorizationOf, createRole, createUser } from '../../client/accounts.ts';
import { expectRefused, expectSuccess, isRefusal, isSuccess } from '../../client/expectations.ts';
import { type CreatedKey, keyIn } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import {
  type AgentPrivilege,
  agentPrivileges,
  type KeyRow,
  privilegesOf,
} from '../dimensions/key-dimensions.ts';

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
  'with other signs': 'Schlüssel of the "shop", 東京 (no. 2) <b>',
  long: 'a'.repeat(200),
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
  const held = othersThan(asked);
  const isShared = row.name === 'of another key';
  const name = isShared ? names[row.name] : 'others';
  const other = { key: createdKey(await askForKey(world, { name, held })), held };
  const { creates, holds } = creators[row.creator];
  const authorization = await authorizationOfCreator(world, row.creator, asked);
  if (authorization === 'refused') return undefined;
  const request = { name: names[row.name], held: asked };
  const exchange = await askForKey(world, request, { ...row, authorization });
  if (creates === 'never') {
    expectRefused(exchange);
    return 'refused';
  }
  // Which names a key may have, and who may ask for what is no privilege of an agent, is left open.
  const isUsual = ['of its own', 'with other signs'].includes(row.name);
  const isOpen =
    creates === 'if allowed' || !isUsual || row.layout === 'beside entries for something else';
  if (isOpen && !isSuccess(exchange.response.status)) return undefined;
  const key = createdKey(exchange);
  if (key.id === other.key.id) {
    throw new Mismatch('an id of its own', key.id, 'two keys have one id');
  }
  return { own: { key, held: holds?.(asked) ?? asked }, other };
}

/** The privileges that are not among these; some of them if these are all. */
function othersThan(held: readonly string[]): readonly AgentPrivilege[] {
  const left = agentPrivileges.filter((privilege) => !held.includes(privilege));
  return left.length > 0 ? left : agentPrivileges.slice(1);
}

/** Creates one more key, with the name of the others if they share one; a server may refuse it. */
export function askForAnother(
  world: World,
  { name }: KeyRow,
  life: keyof typeof lives = 'no end',
): Promise<Exchange> {
  const own = name === 'of another key' ? names[name] : 'third';
  return askForKey(world, { name: own, held: agentPrivileges }, { ...plain, life });
}

/** Creates one more key and asks to invalidate it, which a server may refuse: how that is done is left open. */
export async function invalidateAnother(world: World, row: KeyRow): Promise<void> {
  const third = keyIn(await askForAnother(world, row));
  if (third === undefined) return;
  const body = { ids: [third.id] };
  await world.send({ method: 'DELETE', path: '/_security/api_key', body });
}

/** Asks for a key with the same name and an invalid expiration. Whatever the answer is, the existing key stays as it is. */
export async function askForInvalidKey(world: World, { name }: KeyRow): Promise<void> {
  const body = { name: `${world.prefix}${names[name]}`, expiration: 'never' };
  await world.send({ method: 'POST', path: '/_security/api_key', body, deliberate: true });
}

/** Privileges in one application. */
interface Entry {
  readonly application: string;
  readonly privileges: readonly string[];
  readonly resources: readonly string[];
}

function entry(privileges: readonly string[]): Entry {
  return { application: 'apm', privileges, resources: ['*'] };
}

/** Entries that give no agent a privilege: one of another application, and one for another resource. */
function forSomethingElse(privileges: readonly string[]): readonly Entry[] {
  const own = entry(privileges);
  return [
    { ...own, application: 'some-ui' },
    { ...own, resources: ['shop', 'cart'] },
  ];
}

/** A role of an account. */
interface Role {
  readonly cluster: readonly string[];
  readonly applications: readonly Entry[];
}

function role(privileges: readonly string[]): Role {
  return { cluster: ['manage_own_api_key'], applications: [entry(privileges)] };
}

type Privileges = readonly AgentPrivilege[];

/** Who creates a key that is asked for with some privileges. */
interface Creator {
  /** The roles, with the ends of their names, as they are stored one after the other; absent for the user of the run. */
  readonly roles?: (asked: Privileges) => readonly (readonly [name: string, role: Role])[];
  /** A server may refuse a key with more than its creator has. */
  readonly creates: 'always' | 'if allowed' | 'never';
  /** The privileges that the key has; all of them if absent. */
  readonly holds?: (asked: Privileges) => Privileges;
  /** True for roles that the specification does not show, so that a server need not take them. */
  readonly isUnusual?: true;
}

const creators: Readonly<Record<KeyRow['creator'], Creator>> = {
  'the user of the run': { creates: 'always' },
  'a user with its rights': { creates: 'always', roles: (asked) => [['role', role(asked)]] },
  'a user with two roles': {
    creates: 'always',
    roles: ([first = '', ...rest]) => [
      ['role', role([first])],
      ['more', role(rest.length > 0 ? rest : [first])],
    ],
  },
  'a user with a replaced role': {
    creates: 'always',
    roles: (asked) => [
      ['role', role(othersThan(asked))],
      ['role', role(asked)],
    ],
  },
  'a user without its first right': {
    creates: 'if allowed',
    roles: ([first]) => [['role', role(agentPrivileges.filter((one) => one !== first))]],
    holds: (asked) => asked.slice(1),
  },
  'a user with its rights for something else': {
    creates: 'if allowed',
    roles: (asked) => [['role', { ...role(asked), applications: forSomethingElse(asked) }]],
    holds: () => [],
    isUnusual: true,
  },
  'a user who may not create keys': {
    creates: 'never',
    roles: (asked) => [['role', { ...role(asked), cluster: ['monitor'] }]],
    isUnusual: true,
  },
};

/**
 * Makes the creator of a key; returns its header `Authorization`, undefined for the user of the run. `refused` if the server
 * refuses a role that it need not take: an unusual one, or one whose name is in use. Throws Mismatch if it refuses another.
 */
async function authorizationOfCreator(
  world: World,
  name: KeyRow['creator'],
  asked: Privileges,
): Promise<string | undefined> {
  const { roles, isUnusual } = creators[name];
  if (roles === undefined) return undefined;
  const stored = new Set<string>();
  for (const [end, one] of roles(asked)) {
    const exchange = await createRole(world, world.name(end), JSON.stringify(one));
    if ((isUnusual || stored.has(end)) && isRefusal(exchange)) return 'refused';
    expectSuccess(exchange);
    // What is refused replaces nothing; what is taken all the same is replaced once more.
    if (stored.has(end) && !isRefusal(await sendWrongRole(world, end))) {
      await createRole(world, world.name(end), JSON.stringify(one));
    }
    stored.add(end);
  }
  const username = world.name('creator');
  await createUser(
    world,
    username,
    [...stored].map((end) => world.name(end)),
  );
  return authorizationOf(world, username);
}

/** Sends a role that a server may take all the same. */
function sendWrongRole(world: World, end: string): Promise<Exchange> {
  const path = `/_security/role/${encodeURIComponent(world.name(end))}`;
  return world.send({ method: 'POST', path, body: { cluster: 7 }, deliberate: true });
}

/** How long a key lasts. */
const lives = { 'no end': undefined, '1 day': '1d', '999 days': '999d' } as const;

/** How a key is asked for, and as whom; the user of the run if that is undefined. */
type Asking = Pick<KeyRow, 'layout' | 'method'> & {
  readonly life: keyof typeof lives;
  readonly authorization?: string | undefined;
};

const plain: Asking = { layout: 'one entry', life: 'no end', method: 'POST' };

/** Sends a request for a key with some privileges. */
function askForKey(
  world: World,
  { name, held }: { readonly name: string; readonly held: readonly string[] },
  { layout, life, method, authorization }: Asking = plain,
): Promise<Exchange> {
  return world.send({
    method,
    path: '/_security/api_key',
    headers: authorization === undefined ? {} : { authorization },
    body: {
      name: `${world.prefix}${name}`,
      expiration: lives[life],
      role_descriptors: descriptorsOf(layout, held),
    },
  });
}

function descriptorsOf(layout: KeyRow['layout'], held: readonly string[]): object {
  const each = held.map((privilege) => entry([privilege]));
  const more =
    layout === 'beside entries for something else' ? forSomethingElse(othersThan(held)) : [];
  if (layout === 'an entry for each') return { agent: { applications: each } };
  if (layout !== 'a role for each') return { agent: { applications: [entry(held), ...more] } };
  return Object.fromEntries(each.map((one, at) => [`agent-${at}`, { applications: [one] }]));
}

/** The key that was asked for. Throws Mismatch if the answer has none, or if it has another name. */
function createdKey(exchange: Exchange): CreatedKey {
  expectSuccess(exchange);
  const key = keyIn(exchange);
  if (key === undefined) {
    throw new Mismatch('id and api_key', 'absent', 'the answer to the creation contains no key');
  }
  const name = valueAt(parseJson(String(exchange.request.body)), 'name');
  const got = valueAt(jsonOf(exchange), 'name');
  if (got !== name) throw new Mismatch(name, got ?? 'absent', 'the key has another name');
  return key;
}
