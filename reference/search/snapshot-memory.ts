import type { Holder } from '../base/held-memory.ts';
import type { DocSet } from '../store/doc-set.ts';
import type { Segment } from '../store/segment.ts';
import type { SearchShard } from './shard-target.ts';

/** The memory that open contexts hold. */
export type SnapshotMemory = ReturnType<typeof snapshotMemory>;

/** A part of snapshots that contexts share. */
interface SharedPart {
  holders: number;
  readonly release: () => void;
}

/**
 * Counts what contexts keep in memory. A segment counts from the time at which its index no longer uses it; the bits of
 * the live documents always count. What several contexts share counts once.
 */
export function snapshotMemory(memory: Holder) {
  const parts = new Map<Segment | DocSet, SharedPart>();
  const take = (key: Segment | DocSet, start: () => () => void): void => {
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { holders: 1, release: start() });
    else part.holders++;
  };
  const drop = (key: Segment | DocSet): void => {
    const part = parts.get(key);
    if (part === undefined || --part.holders > 0) return;
    parts.delete(key);
    part.release();
  };
  return {
    /**
     * Holds the shards of a context, and its own memory in bytes; the function that it returns frees them, and is called
     * once. Throws circuit_breaking_exception if a limit would be exceeded.
     */
    hold(shards: readonly SearchShard[], own_bytes: number): () => void {
      const release = memory.hold(own_bytes);
      const views = shards.flatMap(({ snapshot }) => snapshot.views);
      for (const { segment, live, liveCount } of views) {
        take(segment, () => holdSegment(memory, segment));
        if (liveCount < live.size) take(live, () => memory.holdUsed(live.size));
      }
      return () => {
        release();
        for (const { segment, live } of views) {
          drop(segment);
          drop(live);
        }
      };
    },
  };
}

/** Holds a segment from the time at which its index no longer uses it; the function that it returns ends that. */
function holdSegment(memory: Holder, segment: Segment): () => void {
  const { retired } = segment;
  let release = (): void => undefined;
  const hold = (): void => {
    release = memory.holdUsed(segment.bytes);
  };
  if (retired.aborted) hold();
  else retired.addEventListener('abort', hold);
  return () => {
    retired.removeEventListener('abort', hold);
    release();
  };
}
