import fc from 'fast-check';
import {
  createKeyStep,
  invalidateStep,
  type KeyModel,
  passDaysStep,
  useAll,
  useKeyStep,
} from '../models/key-steps.ts';
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
  stateful: true,
  arbitrary: (_support, replayPath) =>
    fc.record({
      commands: sequenceOf(
        [
          fc
            .tuple(fc.constantFrom('red', 'blue'), fc.constantFrom(undefined, 1, 3))
            .map(([name, days]) => createKeyStep(name, days)),
          fc.constantFrom(1, 2).map(passDaysStep),
          pick.map(useKeyStep),
          pick.map(invalidateStep),
        ],
        replayPath,
      ),
    }),
  async holds(world, { commands }) {
    const model: KeyModel = { hasClock: world.has('advance_clock'), keys: [] };
    await fc.asyncModelRun(() => ({ model, real: { world } }), commands);
    await useAll(model, { world });
  },
});
