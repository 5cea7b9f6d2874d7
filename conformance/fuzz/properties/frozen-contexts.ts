import fc from 'fast-check';
import {
  type ContextCommand,
  type ContextKind,
  openCommand,
  pointsInTime,
  readCommand,
  readLastCommand,
  readReleasedCommand,
  releaseCommand,
  scrolls,
  searchCommand,
} from '../models/contexts.ts';
import { frozenCase, runFrozen } from '../models/frozen-run.ts';
import { property } from '../property.ts';

const releasesShards = 'scroll.continue-without-keep-time-releases-shards';

const pick = fc.nat({ max: 3 });

/** The commands on contexts of a kind, and one more that only this kind has. */
function commandsOn(
  kind: ContextKind,
  own: (pick: number) => ContextCommand,
): readonly fc.Arbitrary<ContextCommand>[] {
  return [
    fc.integer({ min: 1, max: 3 }).map((size) => openCommand(kind, size)),
    pick.map((which) => readCommand(kind, which)),
    pick.map(own),
    pick.map((which) => releaseCommand(kind, which)),
    pick.map((which) => readReleasedCommand(kind, which)),
  ];
}

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
    frozenCase(commandsOn(pointsInTime, searchCommand), support, replayPath),
  holds: (world, given) => runFrozen(world, given, pointsInTime),
});

/** Scrolls do not reflect later writes, and end only when they are released. */
export const frozenScroll = property({
  id: 'frozen-scroll',
  describe: 'A scroll returns each document once, as it was at its opening, until it is released.',
  clauses: [
    'scroll.snapshot-keeps-replaced-documents',
    'scroll.snapshot-hides-added-documents',
    'scroll.snapshot-keeps-deleted-documents',
    'scroll.continue-with-keep-time-stays-open',
    'scroll.continue-without-keep-time-releases',
    'scroll.clear-by-id',
    'scroll.clear-leaves-other-contexts',
    'scroll.end-keeps-context-open',
  ],
  stateful: true,
  arbitrary: (support, replayPath) => {
    const isKnown = support.deviations?.has(releasesShards) === true;
    const own = isKnown ? { ...support, shards: false } : support;
    return frozenCase(commandsOn(scrolls, readLastCommand), own, replayPath);
  },
  holds: (world, given) => runFrozen(world, given, scrolls),
});
