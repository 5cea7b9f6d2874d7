import fc from 'fast-check';
import { sequenceOf, chosen, property } from '../property.ts';
import { jsonOf, listAt, valueAt } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { authenticateAs } from '../../client/accounts.ts';
import { agentKey } from '../../client/intake-calls.ts';
import { expectSuccess, isSuccess, isRefusal } from '../../client/expectations.ts';
import { type CreatedKey, credentialOf, keyIn } from '../../client/secrets.ts';
import type { World } from '../../client/world.ts';
import { prepared } from '../set-up.ts';

const pick = fc.nat({ max: 3 });

/**
 * A key authenticates from its creation until it is invalidated or its time is over, whatever becomes of others. What a
 * server answers after that time is left open and recorded.
 */
export const keyStates = property({
  id: 'key-states',
  describe:
    'A key authenticates until it is invalidated or expires, and not after an invalidation, whatever others do.',
  clauses: ['authentication.header-scheme', 'api-keys.expiration-optional'],
  needs: ['users'],
  arbitrary: () =>
    sequenceOf<Step>(
      fc.record({ create: fc.constantFrom('red', 'blue'), days: fc.constantFrom(undefined, 1, 3) }),
      fc.record({ pass: fc.constantFrom(1, 2) }),
      fc.record({ use: pick }),
      fc.record({ invalidate: pick }),
    ),
  async holds(world, steps) {
    const state: State = { world, keys: [] };
    for (const step of steps) await take(state, step);
    for (const key of state.keys) await expectState(key, world);
  },
});

/** A key of the model. */
interface ModelKey {
  readonly key: CreatedKey;
  readonly name: string;
  /** `open`: its time is over, or the server has not said that it is invalid; what becomes of it is left open. */
  readonly state: 'valid' | 'invalid' | 'open';
  /** The days until it expires; absent for a key that does not. */
  readonly days?: number;
}

/** The server, and the model: all keys in the order of their creation. */
interface State {
  readonly world: World;
  keys: readonly ModelKey[];
}

/** A step on keys; `use` and `invalidate` have the number of a key. */
type Step =
  | { readonly create: string; readonly days: number | undefined }
  | { readonly use: number }
  | { readonly invalidate: number }
  | { readonly pass: number };

const maxKeys = 4;
const secondsPerDay = 86_400;

/** Takes a step with the server and the model; nothing if it does not fit the state of the model. Throws Mismatch. */
async function take(state: State, step: Step): Promise<void> {
  if ('create' in step) await createKey(state, step);
  else if ('pass' in step) await passDays(state, step.pass);
  else if ('invalidate' in step) await invalidate(state, step.invalidate);
  else {
    const used = chosen(state.keys, step.use);
    if (used !== undefined) await expectState(used, state.world);
  }
}

/** Creates a key, with an expiration if there are days; several keys may have one name. */
async function createKey(
  state: State,
  { create: name, days }: Extract<Step, { create: string }>,
): Promise<void> {
  const { world, keys } = state;
  if (keys.length >= maxKeys) return;
  const own = world.name(name);
  const lasts = days === undefined ? {} : { expiration: `${days}d` };
  const body = { ...agentKey(own, ['event:write']), ...lasts };
  let key: CreatedKey | undefined;
  await prepared(async () => {
    const exchange = await world.send({ method: 'POST', path: '/_security/api_key', body });
    expectSuccess(exchange);
    key = keyIn(exchange);
  }, 'the key');
  if (key === undefined) throw new Mismatch('id and api_key', 'absent', 'there is no key');
  if (keys.some(({ key: other }) => other.id === key?.id)) {
    throw new Mismatch('an id of its own', key.id, 'two keys have one id');
  }
  const left = days === undefined ? {} : { days };
  state.keys = [...keys, { key, name: own, state: 'valid', ...left }];
}

/** Invalidates a key by its id. What a server refuses leaves the key as it was. */
async function invalidate(state: State, pick: number): Promise<void> {
  const { world, keys } = state;
  const gone = chosen(
    keys.filter(({ state }) => state === 'valid'),
    pick,
  );
  if (gone === undefined) return;
  const body = { ids: [gone.key.id] };
  const exchange = await world.send({ method: 'DELETE', path: '/_security/api_key', body });
  if (!isSuccess(exchange.response.status)) return;
  const isNamed = listAt(jsonOf(exchange), 'invalidated_api_keys').includes(gone.key.id);
  const now = isNamed ? 'invalid' : 'open';
  state.keys = keys.map((one) => (one === gone ? { ...one, state: now } : one));
}

/** Moves the clock of the server, if the profile has a hook for it. */
async function passDays(state: State, days: number): Promise<void> {
  const { world, keys } = state;
  const isTimed = keys.some((key) => key.days !== undefined);
  if (!isTimed || !world.has('advance_clock')) return;
  const seconds = days * secondsPerDay;
  const time = { duration: `${days}d`, duration_ms: seconds * 1000, seconds };
  await world.hook('advance_clock', time);
  state.keys = keys.map((key) => olderBy(key, days));
}

function olderBy(key: ModelKey, days: number): ModelKey {
  if (key.days === undefined || key.state !== 'valid') return key;
  const left = key.days - days;
  return { ...key, days: left, ...(left > 0 ? {} : { state: 'open' }) };
}

/** The id of the key that an answer says the client has authenticated with. */
function idShown(exchange: Exchange): unknown {
  return valueAt(jsonOf(exchange), 'api_key.id');
}

async function expectState({ key, name, state }: ModelKey, world: World): Promise<void> {
  const exchange = await authenticateAs(world, `ApiKey ${credentialOf(key)}`);
  if (state === 'open') {
    world.observe('the status for a key of which the state is left open', exchange.response.status);
    return;
  }
  if (state === 'invalid') {
    // A server may treat a wrong credential as none.
    if (isRefusal(exchange) || idShown(exchange) !== key.id) return;
    throw new Mismatch('a refusal', exchange.response.status, 'an invalidated key is still valid');
  }
  expectSuccess(exchange);
  const got = idShown(exchange);
  if (got === undefined || got === key.id) return;
  throw new Mismatch(key.id, got, `the credential of the key ${name} is that of another one`);
}
