import fc from 'fast-check';
import { property } from '../property.ts';
import { frozenCase, runFrozen } from '../models/frozen-run.ts';
import {
  openCommand,
  readCommand,
  readLastCommand,
  readReleasedCommand,
  releaseCommand,
  scrolls,
} from '../models/contexts.ts';

const releasesShards = 'scroll.continue-without-keep-time-releases-shards';

const pick = fc.nat({ max: 3 });

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
  arbitrary: (support, replayPath) =>
    frozenCase(
      [
        fc.integer({ min: 1, max: 3 }).map((size) => openCommand(scrolls, size)),
        pick.map((which) => readCommand(scrolls, which)),
        pick.map(readLastCommand),
        pick.map((which) => releaseCommand(scrolls, which)),
        pick.map((which) => readReleasedCommand(scrolls, which)),
      ],
      support.deviations?.has(releasesShards) === true ? { ...support, shards: false } : support,
      replayPath,
    ),
  holds: (world, given) => runFrozen(world, given, scrolls),
});
