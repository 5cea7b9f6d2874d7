import fc from 'fast-check';
import { property } from '../property.ts';
import { frozenCase, runFrozen } from '../models/frozen-run.ts';
import {
  clearCommand,
  continueCommand,
  continueReleasedCommand,
  drainScrolls,
  openScrollCommand,
} from '../models/scroll-commands.ts';

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
        fc.integer({ min: 1, max: 3 }).map(openScrollCommand),
        pick.map((which) => continueCommand(which, true)),
        pick.map((which) => continueCommand(which, false)),
        pick.map(clearCommand),
        pick.map(continueReleasedCommand),
      ],
      support.deviations?.has(releasesShards) === true ? { ...support, shards: false } : support,
      replayPath,
    ),
  holds: (world, given) => runFrozen(world, given, drainScrolls),
});
