import fc from 'fast-check';
import {
  expectWritten,
  firstIndex,
  makeRollers,
  type Roller,
  type RollModel,
  rollStep,
  searchRollerStep,
  writeNewStep,
} from '../models/roll-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';

const roller = fc.constantFrom<Roller>('alias', 'stream');

/** An alias and a data stream keep all documents, whenever they are rolled over. */
export const rollStates = property({
  id: 'roll-states',
  describe:
    'An alias with a write index and a data stream return each document once that was written to them, from the index that took the writes then.',
  clauses: ['index.alias-searchable', 'index.alias-write-index', 'index.data-stream-searchable'],
  stateful: true,
  arbitrary: (_support, replayPath) =>
    fc.record({
      commands: sequenceOf(
        [roller.map(writeNewStep), roller.map(rollStep), roller.map(searchRollerStep)],
        replayPath,
      ),
    }),
  async holds(world, { commands }) {
    const real = await makeRollers(world);
    const model: RollModel = {
      written: { alias: [], stream: [] },
      writeIndex: firstIndex(world),
      rolled: { alias: 0, stream: 0 },
    };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    for (const name of ['alias', 'stream'] as const) await expectWritten(model, real, name);
  },
});
