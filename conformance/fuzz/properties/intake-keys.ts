import fc from 'fast-check';
import {
  expectLetIn,
  expectTurnedAway,
  fetchConfiguration,
  sendEvent,
} from '../../client/intake-calls.ts';
import type { Exchange } from '../../base/exchange.ts';
import type { World } from '../../client/world.ts';
import { creatorRole, keyRequest, withinCreator } from '../arbitraries/rights.ts';
import { askForKey, expectKey, makeCreator, authorizationOfKey } from '../creators.ts';
import { property } from '../property.ts';
import { keyHolds } from '../models/key-model.ts';

const kinds = ['transaction', 'error', 'metricset'];
const methods = ['GET', 'POST'];

/** A request of an agent, and the privilege that it needs. */
const call = fc.constantFrom(
  ...kinds.map((what) => ({ what, needs: 'event:write' as const })),
  ...methods.map((what) => ({ what, needs: 'config_agent:read' as const })),
);

/** The intake accepts exactly the requests for which the key of an agent has the privilege. */
export const intakeKeys = property({
  id: 'intake-keys',
  describe: 'The intake accepts a request of an agent exactly if its key has the privilege for it.',
  clauses: [
    'intake.takes-agent-events',
    'intake.authorizes-with-api-keys',
    'intake.event-write-needed',
    'intake.config-agent-read-permits',
    'intake.config-agent-read-needed',
  ],
  needs: ['users', 'intake_url'],
  arbitrary: () =>
    fc
      .record({
        roles: fc.array(creatorRole, { minLength: 1, maxLength: 2 }),
        key: keyRequest,
        calls: fc.uniqueArray(call, { minLength: 1, maxLength: 5, size: 'max' }),
      })
      .map((given) => ({ ...given, key: withinCreator(given.key, given.roles) })),
  async holds(world, { roles, key: request, calls }) {
    const authorization = await makeCreator(world, roles);
    if (authorization === undefined) return;
    const key = expectKey(await askForKey(world, request, authorization), roles, request);
    if (key === undefined) return;
    for (const { what, needs } of calls) {
      if (kinds.includes(what)) expectTurnedAway(await sendEvent(world, what, ''));
      const exchange = await sendCall(world, what, authorizationOfKey(key));
      if (keyHolds(roles, request.descriptors, needs)) expectLetIn(exchange);
      else expectTurnedAway(exchange);
    }
  },
});

function sendCall(world: World, what: string, authorization: string): Promise<Exchange> {
  return methods.includes(what)
    ? fetchConfiguration(world, what, authorization)
    : sendEvent(world, what, authorization);
}
