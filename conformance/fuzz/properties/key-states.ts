import fc from 'fast-check';
import { type KeyModel, type KeyStep, takeKeyStep, useAll } from '../models/key-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';

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
    sequenceOf<KeyStep>(
      fc.record({ create: fc.constantFrom('red', 'blue'), days: fc.constantFrom(undefined, 1, 3) }),
      fc.record({ pass: fc.constantFrom(1, 2) }),
      fc.record({ use: pick }),
      fc.record({ invalidate: pick }),
    ),
  async holds(world, steps) {
    const model: KeyModel = { keys: [] };
    for (const step of steps) await takeKeyStep(model, world, step);
    await useAll(model, world);
  },
});
