import fc from 'fast-check';
import {
  expectValue,
  fieldNames,
  mapFieldStep,
  type MappingModel,
  searchFieldStep,
  targetNames,
  writeFieldsStep,
} from '../models/mapping-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';
import { createIndex, prepared } from '../set-up.ts';

const value = fc.integer({ min: 0, max: 3 });
const field = fc.constantFrom(...fieldNames);
const copy = fc.constantFrom(...targetNames);
const values = fc.record(
  { a: value, b: value, c: value },
  { requiredKeys: [], noNullPrototype: true },
);

/** Fields and copies grow with documents and mappings, and searches find what was written under them. */
export const mappingStates = property({
  id: 'mapping-states',
  describe:
    'A search finds a value in its field and in the copies that the mapping had when the document was written.',
  clauses: [
    'index.dynamic-default',
    'copy-to.name-as-string',
    'copy-to.several-sources',
    'copy-to.dynamic-default-adds-target',
  ],
  stateful: true,
  arbitrary: (_support, replayPath) =>
    fc.record({
      commands: sequenceOf(
        [
          fc.tuple(fc.nat({ max: 4 }), values).map(([id, some]) => writeFieldsStep(`${id}`, some)),
          fc.tuple(field, copy).map(([name, to]) => mapFieldStep(name, to)),
          fc
            .tuple(fc.oneof(field, copy), value)
            .map(([name, wanted]) => searchFieldStep(name, wanted)),
        ],
        replayPath,
      ),
    }),
  async holds(world, { commands }) {
    const index = world.name('grows');
    const mappings = { properties: { a: { type: 'long', copy_to: 's' } } };
    await prepared(() => createIndex(world, index, { mappings, shards: 1 }), 'the index');
    const model: MappingModel = { copies: new Map([['a', 's']]), documents: new Map() };
    const real = { world, index };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    for (const name of [...fieldNames, ...targetNames]) {
      await expectValue(model, real, { name, value: 1 });
    }
  },
});
