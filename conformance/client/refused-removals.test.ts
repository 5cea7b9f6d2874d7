import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SpawnedServer } from '../driver/spawn.ts';
import type { Interceptor } from '../run/mutation.ts';
import { mutatedSession, startReference } from '../testing/mutated-session.ts';
import { World } from './world.ts';

let reference: SpawnedServer;
before(async () => {
  reference = await startReference();
});
after(() => reference.stop());

/** Creates a policy with each of these names on the reference, changed by an interceptor; returns what is left behind. */
async function leftBehind(intercept: Interceptor, names: readonly string[]): Promise<number> {
  const { enter, client } = mutatedSession(reference.base_url, intercept);
  enter();
  const world = new World();
  for (const name of names) {
    const path = `/_ilm/policy/${world.name(name)}`;
    const body = { policy: { phases: { delete: { actions: { delete: {} } } } } };
    await world.send({ method: 'PUT', path, body, deliberate: true });
  }
  const { leftovers } = await world.finish();
  client.close();
  return leftovers.length;
}

/** Refuses some requests for policies, by their number. */
function refusing(isRefused: (method: string, at: number) => boolean): Interceptor {
  let count = 0;
  return async (request, forward) => {
    const response = await forward(request);
    if (!request.path.startsWith('/_ilm/policy/')) return response;
    return isRefused(request.method, count++) ? { ...response, status: 400 } : response;
  };
}

test('what was refused each time is not left behind, though its removal is refused', async () => {
  const always = (): boolean => true;
  assert.equal(await leftBehind(refusing(always), ['daily', 'daily', 'daily']), 0);
});

test('what was created between refusals is left behind if its removal is refused', async () => {
  const allButSecond = (_: string, at: number): boolean => at !== 1;
  assert.equal(await leftBehind(refusing(allButSecond), ['daily', 'daily', 'daily']), 1);
});
