import type fc from 'fast-check';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import type { Exchange } from '../../base/exchange.ts';
import { authenticate } from '../../client/accounts.ts';
import { expectSuccess, isSuccess, isRefusal } from '../../client/expectations.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import { type CreatedKey, credentialOf, keyIn } from '../../client/secrets.ts';
import { prepared } from '../set-up.ts';
import { chosen, step, type StepTarget } from './step.ts';

/** A key of the model. */
interface ModelKey {
  readonly key: CreatedKey;
  readonly name: string;
  /** `open`: its time is over, or the server has not said that it is invalid; what becomes of it is left open. */
  readonly state: 'valid' | 'invalid' | 'open';
  /** The days until it expires; absent for a key that does not. */
  readonly days?: number;
}

/** The model: all keys in the order of their creation. */
export interface KeyModel {
  /** True if the profile can move the clock of the server. */
  readonly hasClock: boolean;
  keys: readonly ModelKey[];
}

/** A command on keys. */
export type KeyStep = fc.AsyncCommand<KeyModel, StepTarget>;

const maxKeys = 4;
const secondsPerDay = 86_400;

/** Creates a command that creates a key, with an expiration if there are days; several keys may have one name. */
export function createKeyStep(name: string, days: number | undefined): KeyStep {
  return step({
    name: `create a key ${name}${days === undefined ? '' : ` for ${days}d`}`,
    check: ({ keys }) => keys.length < maxKeys,
    async run(model, { world }) {
      const own = world.name(name);
      const applications = [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }];
      const lasts = days === undefined ? {} : { expiration: `${days}d` };
      const body = { name: own, ...lasts, role_descriptors: { agent: { applications } } };
      let key: CreatedKey | undefined;
      await prepared(async () => {
        const exchange = await world.send({ method: 'POST', path: '/_security/api_key', body });
        expectSuccess(exchange);
        key = keyIn(exchange);
      }, 'the key');
      if (key === undefined) throw new Mismatch('id and api_key', 'absent', 'there is no key');
      if (model.keys.some(({ key: other }) => other.id === key?.id)) {
        throw new Mismatch('an id of its own', key.id, 'two keys have one id');
      }
      const left = days === undefined ? {} : { days };
      model.keys = [...model.keys, { key, name: own, state: 'valid', ...left }];
    },
  });
}

/** Creates a command that authenticates with a key. */
export function useKeyStep(pick: number): KeyStep {
  return step({
    name: `use key ${pick}`,
    check: ({ keys }) => keys.length > 0,
    async run(model, target) {
      const used = chosen(model.keys, pick, () => true);
      if (used !== undefined) await expectState(used, target);
    },
  });
}

/** Creates a command that invalidates a key by its id. What a server refuses leaves the key as it was. */
export function invalidateStep(pick: number): KeyStep {
  return step({
    name: `invalidate key ${pick}`,
    check: ({ keys }) => keys.some(isValid),
    async run(model, { world }) {
      const gone = chosen(model.keys, pick, isValid);
      if (gone === undefined) return;
      const body = { ids: [gone.key.id] };
      const exchange = await world.send({ method: 'DELETE', path: '/_security/api_key', body });
      if (!isSuccess(exchange.response.status)) return;
      const isNamed = listAt(jsonOf(exchange), 'invalidated_api_keys').includes(gone.key.id);
      const state = isNamed ? 'invalid' : 'open';
      model.keys = model.keys.map((one) => (one === gone ? { ...one, state } : one));
    },
  });
}

/** Creates a command that moves the clock of the server; not executed if the profile has no hook for it. */
export function passDaysStep(days: number): KeyStep {
  return step({
    name: `${days}d pass`,
    check: ({ hasClock, keys }) => hasClock && keys.some((key) => key.days !== undefined),
    async run(model, { world }) {
      const seconds = days * secondsPerDay;
      const time = { duration: `${days}d`, duration_ms: seconds * 1000, seconds };
      await world.hook('advance_clock', time);
      model.keys = model.keys.map((key) => olderBy(key, days));
    },
  });
}

function olderBy(key: ModelKey, days: number): ModelKey {
  if (key.days === undefined || key.state !== 'valid') return key;
  const left = key.days - days;
  return { ...key, days: left, ...(left > 0 ? {} : { state: 'open' }) };
}

/** Authenticates with every key. */
export async function useAll({ keys }: KeyModel, target: StepTarget): Promise<void> {
  for (const key of keys) await expectState(key, target);
}

function isValid({ state }: ModelKey): boolean {
  return state === 'valid';
}

/** The id of the key that an answer says the client has authenticated with. */
function idShown(exchange: Exchange): unknown {
  return valueAt(jsonOf(exchange), 'api_key.id');
}

async function expectState({ key, name, state }: ModelKey, { world }: StepTarget): Promise<void> {
  const exchange = await authenticate(world, credentialOf(key));
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
