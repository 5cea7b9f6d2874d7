import fc from 'fast-check';
import {
  createKeyStep,
  invalidateStep,
  type KeyModel,
  useAll,
  useKeyStep,
} from '../models/key-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';

const pick = fc.nat({ max: 3 });

/** A key authenticates from its creation until it is invalidated, whatever becomes of others. */
export const keyStates = property({
  id: 'key-states',
  describe: 'A key authenticates until it is invalidated, and not after that, whatever others do.',
  clauses: ['authentication.header-scheme', 'api-keys.expiration-optional'],
  needs: ['users'],
  stateful: true,
  arbitrary: (_support, replayPath) =>
    fc.record({
      commands: sequenceOf(
        [
          fc.constantFrom('red', 'blue').map(createKeyStep),
          pick.map(useKeyStep),
          pick.map(invalidateStep),
        ],
        replayPath,
      ),
    }),
  async holds(world, { commands }) {
    const model: KeyModel = { keys: [] };
    await fc.asyncModelRun(() => ({ model, real: { world } }), commands);
    await useAll(model, { world });
  },
});
