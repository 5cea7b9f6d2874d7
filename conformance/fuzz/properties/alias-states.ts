import fc from 'fast-check';
import {
  aliasNames,
  changeStep,
  createStep,
  indexNames,
  makeTemplate,
  moveStep,
  searchAliasStep,
  searchAll,
  type AliasModel,
} from '../models/alias-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';

const index = fc.constantFrom(...indexNames);
const alias = fc.constantFrom(...aliasNames);

/** An alias stands for the indices that it was given to, at their creation, by a template or later. */
export const aliasStates = property({
  id: 'alias-states',
  describe:
    'A search by an alias finds the documents of exactly the indices that have it, from their creation, a template or an accepted change.',
  clauses: ['index.alias-searchable', 'index.create-with-all-members'],
  stateful: true,
  arbitrary: (_support, replayPath) =>
    fc.record({
      commands: sequenceOf(
        [
          fc.tuple(index, fc.subarray([...aliasNames])).map(([one, some]) => createStep(one, some)),
          fc.tuple(index, alias).map(([one, name]) => changeStep(one, name, 'add')),
          fc.tuple(index, alias).map(([one, name]) => changeStep(one, name, 'remove')),
          fc.nat({ max: 7 }).map(moveStep),
          alias.map(searchAliasStep),
        ],
        replayPath,
      ),
    }),
  async holds(world, { commands }) {
    const hasTemplate = await makeTemplate(world);
    const model: AliasModel = { indices: new Map() };
    const real = { world, hasTemplate };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await searchAll(model, real);
  },
});
