import { LoadViolation } from './caller.ts';
import type { Activity, Lane } from './lane.ts';
import { check } from './lane.ts';

/** Valid keys that a lane has at the same time. */
const maxKeys = 8;

/** Creates an API key and uses it; keys that are too many are invalidated, and must be refused afterwards. */
export const keyLife: Activity = async (lane) => {
  const name = `key-${lane.fresh()}`;
  const pending = lane.ledger.begin(new Map([[`key ${name}`, 'valid']]));
  const { id, api_key } = await lane.caller.json('POST /_security/api_key', {
    body: { name, expiration: '1d', role_descriptors: {} },
  });
  pending.acknowledge();
  if (id === undefined || api_key === undefined)
    throw new LoadViolation('a key has no credentials');
  lane.keys.set(name, `ApiKey ${Buffer.from(`${id}:${api_key}`).toString('base64')}`);
  if (lane.keys.size > maxKeys) await invalidateOldest(lane);
  await useKey(lane);
};

/** Authenticates with a key that may be older than the server. */
export const useKey: Activity = async (lane) => {
  const names = [...lane.keys.keys()];
  const authorization = lane.keys.get(names[lane.below(names.length)] ?? '');
  if (authorization === undefined) return;
  await lane.caller.send('GET /_security/_authenticate', { headers: { authorization } });
};

async function invalidateOldest(lane: Lane): Promise<void> {
  const [oldest] = lane.keys;
  check(oldest !== undefined, () => 'no key to invalidate');
  const [name = '', authorization = ''] = oldest ?? [];
  lane.keys.delete(name);
  const pending = lane.ledger.begin(new Map([[`key ${name}`, 'invalidated']]));
  await lane.caller.json('DELETE /_security/api_key', { body: { name } });
  pending.acknowledge();
  await lane.caller.send('GET /_security/_authenticate', {
    headers: { authorization },
    statuses: [401],
  });
}
