/** The properties of a segment that decide about merging. */
export interface MergeCandidate {
  /** Documents that are not deleted. */
  readonly liveCount: number;
  readonly size: number;
  /** Documents that a merge would drop: deleted, and no longer visible to new searches. */
  readonly droppable: number;
  readonly bytes: number;
  /** False while it is being merged. */
  readonly free: boolean;
  /** True if searches see the segment. Visible segments are never merged with those that are not visible yet. */
  readonly seen: boolean;
}

/** A range of positions in the list of segments; `to` is exclusive. */
export interface MergeChoice {
  readonly from: number;
  readonly to: number;
}

const runLength = 10;
/**
 * Minimum number of segments to merge if they are not visible yet. It is higher because after the refresh they can be
 * merged with their neighbours.
 */
const unseenRunLength = 30;
const maxRunLength = 30;
const maxMergedDocs = 1_000_000;
const maxMerged_bytes = 2 ** 30;
const rewriteShare = 1 / 3;

/**
 * Takes the segments of a shard in order; returns adjacent segments to merge: ten or more of similar size (powers of
 * ten), or one of which a third is deleted. Only adjacent segments are merged, so the order of documents is kept.
 */
export function chooseMerge(segments: readonly MergeCandidate[]): MergeChoice | undefined {
  for (let tier = 0; tier <= 7; tier++) {
    const choice = findRun(segments, tier);
    if (choice !== undefined) return choice;
  }
  const at = segments.findIndex(
    ({ free, size, droppable }) => free && droppable > size * rewriteShare,
  );
  return at === -1 ? undefined : { from: at, to: at + 1 };
}

/**
 * Finds adjacent segments of at most this tier, of which enough have exactly this tier; smaller ones between them are
 * included.
 */
function findRun(segments: readonly MergeCandidate[], tier: number): MergeChoice | undefined {
  for (let from = 0; from < segments.length;) {
    const run = runFrom(segments, from, tier);
    const enough = segments[from]?.seen === true ? runLength : unseenRunLength;
    if (run.members >= enough) return { from, to: run.to };
    from = Math.max(run.to, from + 1);
  }
  return undefined;
}

function runFrom(
  segments: readonly MergeCandidate[],
  from: number,
  tier: number,
): { readonly to: number; readonly members: number } {
  let docs = 0;
  let bytes = 0;
  let members = 0;
  let at = from;
  for (; at < segments.length && at - from < maxRunLength; at++) {
    const segment = segments[at];
    if (segment === undefined || !segment.free || segment.seen !== segments[from]?.seen) break;
    docs += segment.liveCount;
    bytes += segment.bytes;
    if (tierOf(segment) > tier || docs > maxMergedDocs || bytes > maxMerged_bytes) break;
    if (tierOf(segment) === tier) members++;
  }
  return { to: at, members };
}

function tierOf({ liveCount }: MergeCandidate): number {
  return Math.floor(Math.log10(Math.max(1, liveCount)));
}
