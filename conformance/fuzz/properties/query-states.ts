import fc from 'fast-check';
import { corpus } from '../arbitraries/corpus.ts';
import { plainWord, smallInteger } from '../arbitraries/document.ts';
import {
  deleteQueryStep,
  fetchAll,
  fetchDeletedStep,
  fetchQueryStep,
  names,
  type QueryModel,
  startQueryStep,
} from '../models/query-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';
import { store } from '../set-up.ts';

const pick = fc.nat({ max: 3 });

/** Asynchronous queries keep their own results until they are deleted, whatever happens to others. */
export const queryStates = property({
  id: 'query-states',
  describe:
    'An asynchronous query returns its own result until it is deleted, and none after that.',
  clauses: [
    'async-query.post-ready-full-result',
    'async-query.get-finished',
    'async-query.get-running-finishes',
    'async-query.id-of-this-query',
    'async-query.kept-until-keep-alive-is-over',
    'async-query.delete-finished',
  ],
  stateful: true,
  arbitrary: (support, replayPath) =>
    fc.record({
      corpus: corpus(support, { fields: names, maxDocuments: 6, word: plainWord }),
      commands: sequenceOf(
        [
          fc
            .tuple(smallInteger, fc.constantFrom('30s', '1ms'))
            .map(([least, wait]) => startQueryStep(least, wait)),
          pick.map(fetchQueryStep),
          pick.map(deleteQueryStep),
          pick.map(fetchDeletedStep),
        ],
        replayPath,
      ),
    }),
  async holds(world, { corpus: given, commands }) {
    const { target } = await store(world, given);
    const model: QueryModel = { queries: [] };
    const real = { world, index: target, documents: given.documents };
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await fetchAll(model, real);
  },
});
