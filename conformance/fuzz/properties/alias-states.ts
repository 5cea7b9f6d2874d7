import fc from 'fast-check';
import {
  aliasNames,
  indexNames,
  makeTemplate,
  searchAll,
  takeAliasStep,
  type AliasModel,
  type AliasStep,
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
  arbitrary: () =>
    sequenceOf<AliasStep>(
      fc.record({ create: index, aliases: fc.subarray([...aliasNames]) }),
      fc.record({ change: fc.constant('add'), index, alias }),
      fc.record({ change: fc.constant('remove'), index, alias }),
      fc.record({ move: fc.nat({ max: 7 }) }),
      fc.record({ search: alias }),
    ),
  async holds(world, steps) {
    const target = { world, hasTemplate: await makeTemplate(world) };
    const model: AliasModel = { indices: new Map() };
    for (const step of steps) await takeAliasStep(model, target, step);
    await searchAll(model, target);
  },
});
