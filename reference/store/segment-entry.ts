import { Bitset } from './bitset.ts';
import type { MemorySegment } from './memory-segment.ts';

/** The live documents of a segment. */
export interface Liveness {
  /** Undefined if all documents are live. */
  readonly live: Bitset | undefined;
  readonly liveCount: number;
}

/**
 * A segment in its shard, with its present and its visible state. They differ between a deletion and the next refresh;
 * the bits are copied once in that time.
 */
export class SegmentEntry {
  readonly segment: MemorySegment;
  /** True while the segment is being merged. */
  merging = false;
  #now: Bitset | undefined;
  #count: number;
  #shown: Liveness | undefined;
  #dirty = true;

  constructor(segment: MemorySegment, now: Liveness, shown?: Liveness) {
    this.segment = segment;
    this.#now = now.live;
    this.#count = now.liveCount;
    this.#shown = shown;
    this.#dirty = shown === undefined || shown.liveCount !== now.liveCount;
  }

  /** Number of live documents, after deletions that are not visible yet. */
  get liveCount(): number {
    return this.#count;
  }

  get shown(): Liveness | undefined {
    return this.#shown;
  }

  get dirty(): boolean {
    return this.#dirty;
  }

  isLive(doc: number): boolean {
    return this.#now === undefined || this.#now.has(doc);
  }

  delete(doc: number): void {
    this.#now ??= Bitset.full(this.segment.size);
    if (!this.#now.has(doc)) return;
    this.#now.clear(doc);
    this.#count--;
    this.#dirty = true;
  }

  /** Makes the present state visible to later searches. */
  show(): void {
    if (!this.#dirty) return;
    this.#shown = { live: this.#now?.copy(), liveCount: this.#count };
    this.#dirty = false;
  }

  /** Returns a copy of the present state. */
  current(): Liveness {
    return { live: this.#now?.copy(), liveCount: this.#count };
  }
}
