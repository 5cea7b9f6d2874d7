import type { Index } from '../store/index-service.ts';
import { assignedReplicas } from '../store/index-service.ts';

/** The figures that rollover conditions are compared with. Only documents that searches see count. */
export interface IndexFigures {
  /** Milliseconds since the creation. */
  readonly age_ms: number;
  /** Documents of all primaries. */
  readonly docs: number;
  /** Documents of all primaries and assigned replicas. */
  readonly copiedDocs: number;
  /** Bytes of all primaries. */
  readonly bytes: number;
  /** Bytes of the biggest primary. */
  readonly largest_bytes: number;
  /** Documents of the fullest primary. */
  readonly largestDocs: number;
}

/**
 * Returns the figures of an index at a time. The age counts from the creation, whatever the origination date of the
 * settings is.
 *
 * rollover.max-docs-ignores-unrefreshed, rollover.max-age-ignores-origination-date,
 * rollover.max-age-ignores-parsed-origination-date.
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
