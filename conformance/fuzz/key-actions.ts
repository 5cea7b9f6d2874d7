import { defined } from '../base/assert.ts';
import { jsonOf } from '../base/body.ts';
import type { Exchange } from '../base/exchange.ts';
import { isSuccess } from '../client/expectations.ts';
import { isRefusal } from '../client/refusals.ts';
import { listAt, valueAt } from '../client/json-path.ts';
import { type CreatedKey, keyIn } from '../client/secrets.ts';
import type { StepRequest } from '../client/step-request.ts';
import type { World } from '../client/world.ts';
import { authorizationOfKey } from './creators.ts';
import { agentPrivileges } from './models/key-model.ts';

/** An account or key that sends requests. */
export interface Actor {
  /** The header `Authorization`. */
  readonly authorization: string;
  /** Unique in a scenario; part of the names of the objects that the actor creates. */
  readonly label: string;
}

/** An action that the target may refuse; returns true if it is allowed. */
type KeyAction = (world: World, actor: Actor, creator: Actor) => Promise<boolean>;

/** The members of a request for a key with all agent privileges. */
const allAgentPrivileges = {
  role_descriptors: {
    agent: {
      applications: [{ application: 'apm', privileges: agentPrivileges, resources: ['*'] }],
    },
  },
};

/** The body of a request for a role. */
const anyRole = { cluster: ['monitor'], applications: [] };

/** Requests that a server accepts from those who may send them, by what they do. */
const requests: Readonly<Record<string, (world: World, actor: Actor) => StepRequest>> = {
  authenticate: () => ({ method: 'GET', path: '/_security/_authenticate' }),
  'create a role': (world, { label }) => {
    const path = `/_security/role/${world.name(`created-by-${label}`)}`;
    return { method: 'POST', path, body: anyRole };
  },
  'read roles': () => ({ method: 'GET', path: '/_security/role' }),
};

/** Requests on indices; they need a server that requires authentication for indices. */
const indexRequests: typeof requests = {
  ...onEach('search', (index) => ({ method: 'GET', path: `/${index}/_search`, body: {} })),
  ...onEach('count', (index) => ({
    method: 'POST',
    path: '/_query',
    body: { query: `FROM ${index}` },
  })),
  ...onEach('write to', (index) => ({ method: 'PUT', path: `/${index}/_doc/1`, body: { n: 2 } })),
  ...onEach('read the mapping of', (index) => ({ method: 'GET', path: `/${index}/_mapping` })),
  'create an index': (world, { label }) => ({
    method: 'PUT',
    path: `/${world.name(`a-${label}`)}`,
  }),
};

/** Actions whose success the answer has to show. */
const shown = {
  'create a key': async (world, actor) => (await derivedKey(world, actor)) !== undefined,
  'see a key of its creator': async (world, actor, creator) =>
    sees(world, actor, await derivedKey(world, creator)),
  'see a key of another account': async (world, actor) =>
    sees(world, actor, await keyOfOtherAccount(world)),
  'invalidate a key of its creator': async (world, actor, creator) =>
    invalidates(world, actor, await derivedKey(world, creator)),
  'invalidate a key of another account': async (world, actor) =>
    invalidates(world, actor, await keyOfOtherAccount(world)),
  ...Object.fromEntries(
    agentPrivileges.flatMap((privilege) => [
      [`hold ${privilege}`, (world: World, actor: Actor) => hasPrivilege(world, actor, privilege)],
      [
        `pass on ${privilege}`,
        async (world: World, actor: Actor) => {
          const key = await derivedKey(world, actor);
          if (key === undefined) return false;
          const authorization = authorizationOfKey(key);
          return hasPrivilege(world, { authorization, label: '' }, privilege);
        },
      ],
    ]),
  ),
} satisfies Readonly<Record<string, KeyAction>>;

const actions: Readonly<Record<string, KeyAction>> = {
  ...shown,
  ...Object.fromEntries(
    Object.entries({ ...requests, ...indexRequests }).map(([name, requestOf]) => [
      name,
      (world: World, actor: Actor) => isAllowed(send(world, actor, requestOf(world, actor))),
    ]),
  ),
};

/** The names of all actions, as they are printed in a counterexample. */
export const actionNames = Object.keys(actions);

/** True for actions on indices. */
export function isOnIndices(name: string): boolean {
  return name in indexRequests;
}

/** Returns the agent privilege that an action tests; undefined for other actions. */
export function privilegeIn(name: string): string | undefined {
  return agentPrivileges.find((privilege) => name.endsWith(` ${privilege}`));
}

/** Performs an action, and returns true if it is allowed. `creator` is the creator of the key. */
export async function isAllowedTo(
  world: World,
  name: string,
  { actor, creator }: { readonly actor: Actor; readonly creator: Actor },
): Promise<boolean> {
  return defined(actions[name], `action ${name}`)(world, actor, creator);
}

/** True if the server refuses a search without credentials. */
export async function requiresAuthentication(world: World, index: string): Promise<boolean> {
  const anonymous = { authorization: '', label: 'anonymous' };
  const path = `/${index}/_search`;
  return isRefusal(await send(world, anonymous, { method: 'GET', path, body: {} }));
}

function send(world: World, { authorization }: Actor, call: StepRequest): Promise<Exchange> {
  return world.send({ ...call, headers: { authorization } });
}

async function isAllowed(exchange: Promise<Exchange>): Promise<boolean> {
  return isSuccess((await exchange).response.status);
}

function onEach(verb: string, requestOn: (index: string) => StepRequest): typeof requests {
  return Object.fromEntries(
    ['a', 'b'].map((word) => [`${verb} ${word}`, (world: World) => requestOn(world.name(word))]),
  );
}

async function derivedKey(world: World, actor: Actor): Promise<CreatedKey | undefined> {
  const call = {
    method: 'POST',
    path: '/_security/api_key',
    body: { name: world.name('derived'), ...allAgentPrivileges },
  };
  return keyIn(await send(world, actor, call));
}

/** Creates a key of the account that runs the kit; undefined if the target refuses it. */
async function keyOfOtherAccount(world: World): Promise<CreatedKey | undefined> {
  return keyIn(
    await world.send({
      method: 'POST',
      path: '/_security/api_key',
      body: { name: world.name('derived'), ...allAgentPrivileges },
    }),
  );
}

async function sees(world: World, actor: Actor, key: CreatedKey | undefined): Promise<boolean> {
  if (key === undefined) return false;
  const path = `/_security/api_key?id=${encodeURIComponent(key.id)}`;
  const exchange = await send(world, actor, { method: 'GET', path });
  if (!isSuccess(exchange.response.status)) return false;
  return listAt(jsonOf(exchange), 'api_keys').some((one) => valueAt(one, 'id') === key.id);
}

async function invalidates(
  world: World,
  actor: Actor,
  key: CreatedKey | undefined,
): Promise<boolean> {
  if (key === undefined) return false;
  const body = { ids: [key.id] };
  const exchange = await send(world, actor, { method: 'DELETE', path: '/_security/api_key', body });
  if (!isSuccess(exchange.response.status)) return false;
  return listAt(jsonOf(exchange), 'invalidated_api_keys').includes(key.id);
}

async function hasPrivilege(world: World, actor: Actor, privilege: string): Promise<boolean> {
  const application = [{ application: 'apm', privileges: [privilege], resources: ['*'] }];
  const path = '/_security/user/_has_privileges';
  const exchange = await send(world, actor, { method: 'POST', path, body: { application } });
  if (!isSuccess(exchange.response.status)) return false;
  return valueAt(jsonOf(exchange), 'has_all_requested') === true;
}
