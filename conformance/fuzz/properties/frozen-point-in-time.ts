import fc from 'fast-check';
import { property } from '../property.ts';
import { frozenCase, runFrozen } from '../models/frozen-run.ts';
import {
  openCommand,
  pointsInTime,
  readCommand,
  readReleasedCommand,
  releaseCommand,
  searchCommand,
} from '../models/contexts.ts';

const pick = fc.nat({ max: 3 });

/** Points in time do not reflect later writes, and end only when they are removed. */
export const frozenPointInTime = property({
  id: 'frozen-point-in-time',
  describe:
    'Every search in a point in time returns the documents at its opening, until it is removed.',
  clauses: [
    'point-in-time.snapshot-keeps-replaced-documents',
    'point-in-time.snapshot-hides-added-documents',
    'point-in-time.snapshot-keeps-deleted-documents',
    'search-after.point-in-time-walk-ignores-writes',
    'point-in-time.delete-removes',
    'point-in-time.delete-leaves-others',
    'point-in-time.latest-id-searchable',
  ],
  stateful: true,
  arbitrary: (support, replayPath) =>
    frozenCase(
      [
        fc.integer({ min: 1, max: 3 }).map((size) => openCommand(pointsInTime, size)),
        pick.map((which) => readCommand(pointsInTime, which)),
        pick.map(searchCommand),
        pick.map((which) => releaseCommand(pointsInTime, which)),
        pick.map((which) => readReleasedCommand(pointsInTime, which)),
      ],
      support,
      replayPath,
    ),
  holds: (world, given) => runFrozen(world, given, pointsInTime),
});
