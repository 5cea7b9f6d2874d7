import fc from 'fast-check';
import { corpus } from '../arbitraries/corpus.ts';
import { plainWord, smallInteger } from '../arbitraries/document.ts';
import { pageSize } from '../arbitraries/page-size.ts';
import {
  answersWithRows,
  closeCursorStep,
  type CursorModel,
  drainCursors,
  names,
  nextPageStep,
  openCursorStep,
} from '../models/cursor-steps.ts';
import { sequenceOf } from '../models/step.ts';
import { property } from '../property.ts';
import { store } from '../set-up.ts';

const pick = fc.nat({ max: 3 });

/** The pages of a statement together are its rows, whatever is read or closed between them. */
export const cursorPages = property({
  id: 'cursor-pages',
  describe:
    'Where a server divides the rows of a statement, the pages of its cursor together are all rows in order.',
  clauses: ['sql.query-runs', 'sql.fetch-size-integer'],
  isOpen: true,
  stateful: true,
  arbitrary: (support, replayPath) =>
    fc.record({
      corpus: corpus(support, { fields: names, word: plainWord }),
      commands: sequenceOf(
        [
          fc.tuple(smallInteger, pageSize).map(([least, size]) => openCursorStep(least, size)),
          pick.map(nextPageStep),
          pick.map(nextPageStep),
          pick.map(closeCursorStep),
        ],
        replayPath,
      ),
    }),
  async holds(world, { corpus: given, commands }) {
    const { target } = await store(world, given);
    const model: CursorModel = { cursors: [] };
    const real = { world, index: target, documents: given.documents };
    if (!(await answersWithRows(real))) return;
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await drainCursors(model, world);
  },
});
