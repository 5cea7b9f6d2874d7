import { at } from '../../base/assert.ts';
import { Bitset } from '../bitset.ts';
import type { Liveness } from '../segment-entry.ts';
import { SegmentEntry } from '../segment-entry.ts';
import { mergeSegments } from './merge-segments.ts';
import type { DocumentMap } from './merge-work.ts';
import type { Work } from '../../base/work.ts';
import { dropped } from './merge-work.ts';

/**
 * Merges adjacent segments of a shard into one, in steps, while the shard can be written and searched. Deletions and
 * refreshes during the merge are applied at its end; until then the entries are marked as merging. Returns undefined if
 * no document is left.
 */
export function* mergeEntries(entries: readonly SegmentEntry[]): Work<SegmentEntry | undefined> {
  for (const entry of entries) entry.merging = true;
  // Documents deleted since the last refresh are still searched, so visible segments are merged in their visible state.
  const before = entries.map((entry) => entry.shown ?? entry.current());
  const { segment, maps } = yield* mergeSegments(
    entries.map(({ segment }, number) => ({ segment, keep: at(before, number).live })),
  );
  if (segment.size === 0) return undefined;
  const now = carryOver(entries, maps, (entry) => entry.current());
  const wasShown = entries.every(({ shown }) => shown !== undefined);
  const shown = wasShown ? carryOver(entries, maps, (entry) => entry.shown) : undefined;
  return new SegmentEntry(segment, now, shown);
}

function carryOver(
  entries: readonly SegmentEntry[],
  maps: readonly DocumentMap[],
  read: (entry: SegmentEntry) => Liveness | undefined,
): Liveness {
  const size = maps.reduce((sum, { kept }) => sum + kept, 0);
  const live = Bitset.full(size);
  let liveCount = size;
  for (const [number, entry] of entries.entries()) {
    const state = read(entry)?.live;
    if (state === undefined) continue;
    const { table } = at(maps, number);
    for (let doc = 0; doc < table.length; doc++) {
      const target = table[doc]!;
      if (target === dropped || state.has(doc)) continue;
      live.clear(target);
      liveCount--;
    }
  }
  return { live: liveCount === size ? undefined : live, liveCount };
}
