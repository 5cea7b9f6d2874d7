import { jsonOf, parseJson, valueAt } from '../base/body.ts';
import { Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { authorizationOf, createRole, createUser } from '../client/accounts.ts';
import { expectSuccess, isSuccess, isRefusal } from '../client/expectations.ts';
import { scenarioState } from '../client/scenario-state.ts';
import { type CreatedKey, keyIn } from '../client/secrets.ts';
import type { World } from '../client/world.ts';
import { createsKey, type Descriptors, isShownRole, type Rights } from './models/key-model.ts';

/** A request for a key. */
export interface KeyRequest {
  readonly method: 'POST' | 'PUT';
  readonly name: string;
  readonly descriptors: Descriptors;
  /** Whether the key expires on a day that is far away. */
  readonly expires: boolean;
}

/** The names of the roles that a scenario has asked for. */
const askedFor = scenarioState((): Set<string> => new Set());

/**
 * Creates roles named by their indices; replaces existing ones. Returns false if the server refuses one that it need not
 * take: one that contains more than the specification shows, or whose name is in use. Throws Mismatch if it refuses another.
 */
export async function makeRoles(world: World, roles: readonly Rights[]): Promise<boolean> {
  for (const [at, role] of roles.entries()) {
    const name = roleName(world, at);
    const mayRefuse = !isShownRole(role) || askedFor(world).has(name);
    askedFor(world).add(name);
    const exchange = await createRole(world, name, JSON.stringify(role));
    if (mayRefuse && isRefusal(exchange)) return false;
    expectSuccess(exchange);
  }
  return true;
}

/**
 * Creates an account with these roles; returns its header `Authorization`, or undefined if the server refuses a role that
 * it need not take. Throws Mismatch if it refuses another.
 */
export async function makeCreator(
  world: World,
  roles: readonly Rights[],
): Promise<string | undefined> {
  if (!(await makeRoles(world, roles))) return undefined;
  const username = world.name('creator');
  await createUser(
    world,
    username,
    roles.map((_, at) => roleName(world, at)),
  );
  return authorizationOf(world, username);
}

/** Sends a request for a key with this header `Authorization`, or as the user of the run; the target may refuse it. */
export function askForKey(
  world: World,
  { method, name, descriptors, expires }: KeyRequest,
  authorization?: string,
): Promise<Exchange> {
  return world.send({
    method,
    path: '/_security/api_key',
    headers: authorization === undefined ? {} : { authorization },
    body: {
      name: `${world.prefix}${name}`,
      ...(expires ? { expiration: '999d' } : {}),
      role_descriptors: descriptors,
    },
  });
}

/**
 * Returns the key from the answer to a creator with these roles; undefined if the target refused the request
 * and was allowed to. Throws Mismatch if it was not allowed to refuse or to accept the request.
 */
export function expectKey(
  exchange: Exchange,
  roles: readonly Rights[],
  { descriptors }: KeyRequest,
): CreatedKey | undefined {
  const expected = createsKey(roles, descriptors);
  const { status } = exchange.response;
  if (!isSuccess(status)) {
    if (expected === 'yes') expectSuccess(exchange);
    return undefined;
  }
  if (expected === 'no') {
    throw new Mismatch('a refusal', status, 'a user who may not create keys has created one');
  }
  const key = keyIn(exchange);
  if (key === undefined) {
    throw new Mismatch('id and api_key', 'absent', 'the answer to the creation contains no key');
  }
  const name = valueAt(parseJson(String(exchange.request.body)), 'name');
  const got = valueAt(jsonOf(exchange), 'name');
  if (got !== name) throw new Mismatch(name, got ?? 'absent', 'the key has another name');
  return key;
}

function roleName(world: World, at: number): string {
  return world.name(`role${at}`);
}
