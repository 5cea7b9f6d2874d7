import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';

/** The figures that rollover conditions are compared with. Only documents that are visible to searches count. */
export interface IndexFigures {
  /** Milliseconds since the creation. */
  readonly age_ms: number;
  /** Number of documents in all primaries. */
  readonly docs: number;
  /** Number of documents in all primaries and assigned replicas. */
  readonly copiedDocs: number;
  /** Bytes of all primaries. */
  readonly bytes: number;
  /** Bytes of the largest primary. */
  readonly largest_bytes: number;
  /** Number of documents in the primary that has the most. */
  readonly largestDocs: number;
}

/**
 * Returns the figures of an index at a time. The age is counted from the creation, regardless of the origination date
 * in the settings.
 *
 * rollover.max-docs-ignores-unrefreshed, rollover.max-age-ignores-origination-date,
 * rollover.max-age-ignores-parsed-origination-date, rollover.min-age-ignores-origination-date.
 */
export function figuresOf(index: Index, now_ms: number): IndexFigures {
  const shards = index.statistics();
  const docs = shards.reduce((sum, shard) => sum + shard.docs, 0);
  return {
    age_ms: now_ms - index.created_ms,
    docs,
    copiedDocs: docs * (1 + assignedReplicas(index)),
    bytes: shards.reduce((sum, shard) => sum + shard.bytes, 0),
    largest_bytes: Math.max(...shards.map(({ bytes }) => bytes)),
    largestDocs: Math.max(...shards.map((shard) => shard.docs)),
  };
}
