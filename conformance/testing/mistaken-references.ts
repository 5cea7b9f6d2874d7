import { after, before } from 'node:test';
import { at } from '../base/errors.ts';
import type { WireRequest } from '../base/exchange.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { fuzz } from '../fuzz/fuzz.ts';
import { needsIntake } from '../fuzz/outcome.ts';
import type { Property } from '../fuzz/property.ts';
import type { TargetSupport } from '../fuzz/target-support.ts';
import type { PropertyResult } from '../fuzz/run-property.ts';
import type { Interceptor } from '../run/mutation.ts';
import { mutatedSession, startIntakeOf, startReference, support } from './mutated-session.ts';

/** The text of the body of a request; empty if it has none. */
export function bodyOf({ body }: WireRequest): string {
  return String(body ?? '');
}

/** What a try may have of its own. */
type Conditions = Pick<TargetSupport, 'offers'> & {
  readonly maxShrink_ms?: number;
  readonly seed?: number;
};

/**
 * Starts the reference for the tests of a file. Returns what tries a property, with the default budget of a run, on the
 * reference, changed by an interceptor.
 */
export function onMistakenReferences(
  property: Property,
): (intercept: Interceptor, conditions?: Conditions) => Promise<PropertyResult> {
  let reference: SpawnedServer;
  let intake: SpawnedServer | undefined;
  before(async () => {
    reference = await startReference();
    if (needsIntake([property])) {
      intake = await startIntakeOf(reference.base_url);
    }
  });
  after(async () => {
    await intake?.stop();
    await reference.stop();
  });

  return async (intercept, { maxShrink_ms = 1, seed = 7, ...claims } = {}) => {
    const intakeUrl = intake?.base_url;
    const { enter, client } = mutatedSession(reference.base_url, intercept, { intakeUrl });
    enter();
    const budget = { seed, maxTime_ms: 60_000, maxRequests: 60, maxShrink_ms };
    const nothing = (): void => undefined;
    const own = { ...support, intake: intakeUrl !== undefined, ...claims };
    const target = { properties: [property], support: own };
    const order = { ...budget, ...target, onStart: nothing, onEnd: nothing };
    const results = await fuzz(order).finally(() => client.close());
    return at(results, 0);
  };
}
