import { jsonOf, valueAt } from '../base/body.ts';
import { KitFault, Mismatch } from '../base/errors.ts';
import type { Exchange } from '../base/exchange.ts';
import { randomHex } from '../base/environment.ts';
import { claimsExtra } from '../driver/missing-reasons.ts';
import { expectSuccess, isRefused, isSuccess } from './expectations.ts';
import { scenarioState } from './scenario-state.ts';
import { type CreatedKey, credentialOf, inBase64, keyIn } from './secrets.ts';
import { confirms, lineAbout } from './verify-lines.ts';
import type { World } from './world.ts';

/** Number of random bytes in the password of a user that the kit creates. */
const password_bytes = 12;

/** The users, refused roles and API keys of a scenario. */
interface Accounts {
  /** The `Authorization` header of each user. */
  readonly authorizations: Map<string, string>;
  readonly refusedRoles: Set<string>;
  /** The number of keys without a name of their own. */
  plainKeys: number;
  /** The latest key. */
  key: CreatedKey | undefined;
}

const accountsOf = scenarioState((): Accounts => ({
  authorizations: new Map(),
  refusedRoles: new Set(),
  plainKeys: 0,
  key: undefined,
}));

/** Sends a request that creates a role; it may be refused. */
export async function createRole(world: World, role: string, body: string): Promise<Exchange> {
  const path = `/_security/role/${encodeURIComponent(role)}`;
  const exchange = await world.send({ method: 'POST', path, body });
  const { refusedRoles } = accountsOf(world);
  if (isSuccess(exchange.response.status)) refusedRoles.delete(role);
  else refusedRoles.add(role);
  return exchange;
}

/**
 * Creates a user with a random password, and with those of these roles that the server has not refused. Throws Mismatch
 * if the request is refused.
 */
export async function createUser(
  world: World,
  username: string,
  roles: readonly string[],
): Promise<void> {
  const password = randomHex(password_bytes);
  const encoded = inBase64(`${username}:${password}`);
  for (const secret of [password, encoded]) world.hide(secret);
  const path = `/_security/user/${encodeURIComponent(username)}`;
  const { authorizations, refusedRoles } = accountsOf(world);
  const held = roles.filter((role) => !refusedRoles.has(role));
  expectSuccess(await world.send({ method: 'POST', path, body: { password, roles: held } }));
  authorizations.set(username, `Basic ${encoded}`);
}

/** The `Authorization` header of a user. Throws KitFault if the scenario did not create this user. */
export function authorizationOf(world: World, username: string): string {
  const header = accountsOf(world).authorizations.get(username);
  if (header !== undefined) return header;
  throw new KitFault(`the scenario created no user ${username}`);
}

/**
 * Sends a request that creates an API key; it may be refused. The new key becomes the current key of the scenario, and
 * its parts are saved as `key_id`, `key_secret` and `credential`.
 */
export async function createKey(
  world: World,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Exchange> {
  forgetKey(world);
  const path = '/_security/api_key';
  const exchange = await world.send({ method: 'POST', path, body, headers });
  const key = keyIn(exchange);
  if (key !== undefined) adoptKey(world, key);
  return exchange;
}

/** A name for a key whose name does not matter; no other key has it. */
export function anyKeyName(world: World): string {
  const accounts = accountsOf(world);
  accounts.plainKeys += 1;
  return `${world.prefix}key-${accounts.plainKeys}`;
}

/** Makes this the current key of the scenario, and saves its parts as `key_id`, `key_secret` and `credential`. */
export function adoptKey(world: World, key: CreatedKey): void {
  accountsOf(world).key = key;
  world.save('key_id', key.id);
  world.save('key_secret', key.secret);
  world.save('credential', credentialOf(key));
}

/** Forgets the current key, so that a failed creation does not leave the previous key in use. */
export function forgetKey(world: World): void {
  accountsOf(world).key = undefined;
  for (const name of ['key_id', 'key_secret', 'credential']) {
    world.saveFound(name, undefined, 'the server has returned no API key');
  }
}

/** The current key. Throws Mismatch if the response to its creation had no id or no secret. */
export function currentKey(world: World): CreatedKey {
  const { key } = accountsOf(world);
  if (key !== undefined) return key;
  throw new Mismatch('an id and a secret', 'absent', 'the creation response has no API key');
}

/** The realm of API keys, which the specification names. */
export const apiKeyRealm = '_es_api_key';

/** Calls `_authenticate` with this `Authorization` header; the header is omitted if it is empty. */
export function authenticateAs(world: World, authorization: string): Promise<Exchange> {
  return world.send({
    method: 'GET',
    path: '/_security/_authenticate',
    // Sent unchanged: `$` is escaped, and non-ASCII text is replaced by its UTF-8 bytes.
    headers: {
      authorization: Buffer.from(authorization).toString('latin1').replaceAll('$', '$$$$'),
    },
  });
}

/**
 * True if the current key has a privilege of `apm` on every resource. Calls `_has_privileges`, which the specification does
 * not show; of a server without it, the command `apikey verify` is asked.
 */
export async function keyHolds(world: World, privilege: string): Promise<boolean> {
  const credential = credentialOf(currentKey(world));
  const exchange = await world.send({
    method: 'POST',
    path: '/_security/user/_has_privileges',
    headers: { authorization: `ApiKey ${credential}` },
    body: { application: [{ application: 'apm', privileges: [privilege], resources: ['*'] }] },
  });
  const isClaimed = claimsExtra(world.profile, 'call:hasPrivileges');
  if (isRefused(exchange) && !isClaimed && world.intake.command !== undefined) {
    const run = await world.runIntake((command) => command.verify(credential));
    return confirms(lineAbout(run, privilege).answer);
  }
  expectSuccess(exchange);
  const hasAll = valueAt(jsonOf(exchange), 'has_all_requested');
  if (typeof hasAll === 'boolean') return hasAll;
  throw new Mismatch('a boolean', hasAll ?? 'absent', 'has_all_requested is not a boolean');
}
