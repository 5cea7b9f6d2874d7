import type fc from 'fast-check';
import { jsonOf } from '../../base/body.ts';
import { Mismatch } from '../../base/errors.ts';
import { authenticate } from '../../client/accounts.ts';
import { expectSuccess, isSuccess } from '../../client/expectations.ts';
import { listAt, valueAt } from '../../client/json-path.ts';
import { isRefusal } from '../../client/refusals.ts';
import { type CreatedKey, credentialOf, keyIn } from '../../client/secrets.ts';
import { prepared } from '../set-up.ts';
import { chosen, step, type StepTarget } from './step.ts';

/** A key of the model. */
interface ModelKey {
  readonly key: CreatedKey;
  readonly name: string;
  readonly state: 'valid' | 'invalid';
}

/** The model: all keys in the order of their creation. */
export interface KeyModel {
  keys: readonly ModelKey[];
}

/** A command on keys. */
export type KeyStep = fc.AsyncCommand<KeyModel, StepTarget>;

const maxKeys = 4;

/** Creates a command that creates a key; several keys may have one name. */
export function createKeyStep(name: string): KeyStep {
  return step({
    name: `create a key ${name}`,
    check: ({ keys }) => keys.length < maxKeys,
    async run(model, { world }) {
      const own = world.name(name);
      const applications = [{ application: 'apm', privileges: ['event:write'], resources: ['*'] }];
      const body = { name: own, role_descriptors: { agent: { applications } } };
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
      model.keys = [...model.keys, { key, name: own, state: 'valid' }];
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
      if (!listAt(jsonOf(exchange), 'invalidated_api_keys').includes(gone.key.id)) return;
      model.keys = model.keys.map((one) => (one === gone ? { ...one, state: 'invalid' } : one));
    },
  });
}

/** Authenticates with every key. */
export async function useAll({ keys }: KeyModel, target: StepTarget): Promise<void> {
  for (const key of keys) await expectState(key, target);
}

function isValid({ state }: ModelKey): boolean {
  return state === 'valid';
}

async function expectState({ key, name, state }: ModelKey, { world }: StepTarget): Promise<void> {
  const exchange = await authenticate(world, credentialOf(key));
  if (state === 'invalid') {
    if (isRefusal(exchange)) return;
    throw new Mismatch('a refusal', exchange.response.status, 'an invalidated key is still valid');
  }
  expectSuccess(exchange);
  const got = valueAt(jsonOf(exchange), 'api_key.id');
  if (got === undefined || got === key.id) return;
  throw new Mismatch(key.id, got, `the credential of the key ${name} is that of another one`);
}
