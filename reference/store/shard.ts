import type { Environment } from '../base/environment.ts';
import type { DeletedRecord } from '../base/journal.ts';
import { Bitset } from './bitset.ts';
import { hashId } from './id-table.ts';
import type { ShardStatistics } from './index-service.ts';
import { chooseMerge } from './merge/merge-policy.ts';
import { mergeEntries } from './merge/merge-run.ts';
import type { ParsedFields } from './parsed-document.ts';
import type { PreparedDocument } from './document-write.ts';
import { preparedSegment } from './prepared-document.ts';
import { retire } from './retired-segments.ts';
import type { BufferedDocument } from './segment-buffer.ts';
import { SegmentBuffer } from './segment-buffer.ts';
import { SegmentEntry } from './segment-entry.ts';
import type { SegmentView, ShardSnapshot } from './segment.ts';
import { Tombstones } from './tombstones.ts';

/** A document in its present state. */
export interface ShardDocument {
  readonly version: number;
  readonly sequence: number;
  readonly source: () => string;
  readonly routing: () => string | undefined;
  readonly remove: () => void;
}

/** A document to add to a shard. */
interface NewDocument extends BufferedDocument {
  /** The present document with the same id, if any. */
  readonly replaces: ShardDocument | undefined;
  /** Defined if the document already has a sequence number. */
  readonly sequence: number | undefined;
}

const flushDocs = 1000;
const flush_bytes = 16 * 2 ** 20;
/** If there are more segments than this, writers wait for the merge in progress. */
const patienceSegments = 64;
const step_ms = 4;

/** One shard: a list of immutable segments, a write buffer, and the state that searches see. */
export class Shard {
  readonly #index: string;
  readonly #number: number;
  readonly #environment: Environment;
  readonly #tombstones: Tombstones;
  #entries: SegmentEntry[] = [];
  #buffer = new SegmentBuffer();
  #bufferDead = new Set<number>();
  #snapshot: ShardSnapshot;
  #nextSequence = 0;
  #unseen = false;
  #merging: Promise<void> | undefined;
  #closed = false;
  #failure: unknown;

  constructor(index: string, number: number, environment: Environment) {
    this.#index = index;
    this.#number = number;
    this.#environment = environment;
    this.#tombstones = new Tombstones(environment);
    this.#snapshot = this.#takeSnapshot();
  }

  /** The state that searches see. */
  get snapshot(): ShardSnapshot {
    return this.#snapshot;
  }

  /** True if a write is not visible yet. */
  get unseen(): boolean {
    return this.#unseen;
  }

  /** The version of a document deleted within the last minute. */
  deletedVersion(id: string): number | undefined {
    return this.#tombstones.version(id);
  }

  find(id: string): ShardDocument | undefined {
    const buffer = this.#buffer;
    const buffered = buffer.find(id);
    if (buffered !== undefined && !this.#bufferDead.has(buffered)) {
      return {
        version: buffer.version(buffered),
        sequence: buffer.sequence(buffered),
        source: () => buffer.source(buffered),
        routing: () => buffer.routing(buffered),
        remove: () => this.#bufferDead.add(buffered),
      };
    }
    const hash = hashId(id);
    for (let at = this.#entries.length - 1; at >= 0; at--) {
      const entry = this.#entries[at];
      const doc = entry?.segment.parts.ids.find(id, hash);
      if (entry === undefined || doc === undefined || !entry.isLive(doc)) continue;
      return documentIn(entry, doc);
    }
    return undefined;
  }

  /** Adds a document. Returns its sequence number. */
  add(document: NewDocument, fields: ParsedFields): number {
    const sequence = this.#begin(document);
    this.#buffer.add(document, fields, sequence);
    if (this.#buffer.size >= flushDocs || this.#buffer.sourceBytes >= flush_bytes) {
      this.#flush();
      this.#mergeLater();
    }
    return sequence;
  }

  /** Adds a document that has been indexed for itself. Returns its sequence number. */
  addPrepared(document: NewDocument, prepared: PreparedDocument): number {
    const sequence = this.#begin(document);
    // Segments are in the order of sequence numbers.
    this.#flush();
    const segment = preparedSegment(prepared, { sequence, version: document.version });
    this.#entries.push(new SegmentEntry(segment, { live: undefined, liveCount: 1 }));
    this.#mergeLater();
    return sequence;
  }

  #begin(document: NewDocument): number {
    const sequence = document.sequence ?? this.#nextSequence;
    this.continueAt(sequence + 1);
    document.replaces?.remove();
    this.#tombstones.forget(document.id);
    this.#unseen = true;
    return sequence;
  }

  /** Deletes a document; returns the sequence number of the deletion. */
  remove(id: string, document: ShardDocument | undefined, version: number): number {
    document?.remove();
    this.#tombstones.remember(id, version, this.#environment.now());
    if (document !== undefined) this.#unseen = true;
    return this.#nextSequence++;
  }

  /** Restores a deletion, which already has a sequence number. */
  restoreDeletion({ id, version, deleted_ms }: DeletedRecord, sequence: number): void {
    this.#tombstones.remember(id, version, deleted_ms);
    this.continueAt(sequence + 1);
  }

  /** Makes the next sequence number at least this one. */
  continueAt(sequence: number): void {
    this.#nextSequence = Math.max(this.#nextSequence, sequence);
  }

  /** Makes everything written so far visible to later searches. If a merge has failed, throws its error once. */
  refresh(): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    if (!this.#unseen) return;
    this.#flush();
    for (const entry of this.#entries) entry.show();
    const before = this.#entries;
    this.#entries = before.filter((entry) => entry.liveCount > 0 || entry.merging);
    this.#unseen = false;
    this.#snapshot = this.#takeSnapshot();
    for (const entry of before) if (!this.#entries.includes(entry)) retire(entry.segment);
    this.#mergeLater();
  }

  statistics(): ShardStatistics {
    const { views, limit, liveCount } = this.#snapshot;
    const bytes = this.#entries.reduce((sum, { segment }) => sum + segment.bytes, 0);
    return {
      shard: this.#number,
      docs: liveCount,
      deleted: limit - liveCount,
      bytes: bytes + this.#buffer.sourceBytes,
      segments: views.length,
    };
  }

  /** Resolves when merging has caught up enough for more writes; undefined if it has. */
  catchUp(): Promise<void> | undefined {
    return this.#isBehind() ? this.#wait() : undefined;
  }

  #isBehind(): boolean {
    return this.#entries.length > patienceSegments && this.#merging !== undefined;
  }

  async #wait(): Promise<void> {
    while (this.#isBehind()) await this.#merging;
  }

  async settled(): Promise<void> {
    while (this.#merging !== undefined) await this.#merging;
  }

  /** Stops merging; snapshots stay readable. */
  close(): void {
    this.#closed = true;
    for (const { segment } of this.#entries) retire(segment);
  }

  #flush(): void {
    const { size } = this.#buffer;
    if (size === 0) return;
    const dead = this.#bufferDead;
    const live = dead.size === 0 ? undefined : Bitset.full(size);
    for (const doc of dead) live?.clear(doc);
    const segment = this.#buffer.finish();
    this.#entries.push(new SegmentEntry(segment, { live, liveCount: size - dead.size }));
    this.#buffer = new SegmentBuffer();
    this.#bufferDead = new Set();
  }

  #takeSnapshot(): ShardSnapshot {
    const views: SegmentView[] = [];
    let base = 0;
    let liveCount = 0;
    for (const { segment, shown } of this.#entries) {
      if (shown === undefined || shown.liveCount === 0) continue;
      views.push({ segment, live: shown.live, liveCount: shown.liveCount, base });
      base += segment.size;
      liveCount += shown.liveCount;
    }
    return { index: this.#index, shard: this.#number, views, liveCount, limit: base };
  }

  #choose(): readonly SegmentEntry[] | undefined {
    const choice = chooseMerge(
      this.#entries.map((entry) => ({
        liveCount: entry.liveCount,
        size: entry.segment.size,
        droppable: entry.segment.size - (entry.shown ?? entry).liveCount,
        bytes: entry.segment.bytes,
        free: !entry.merging,
        seen: entry.shown !== undefined,
      })),
    );
    return choice === undefined ? undefined : this.#entries.slice(choice.from, choice.to);
  }

  #replace(old: readonly SegmentEntry[], merged: SegmentEntry | undefined): void {
    const first = old[0];
    this.#entries = this.#entries.flatMap((entry) => {
      if (entry === first) return merged === undefined ? [] : [merged];
      return old.includes(entry) ? [] : [entry];
    });
    if (old.some(({ shown }) => shown !== undefined)) this.#snapshot = this.#takeSnapshot();
    for (const { segment } of old) retire(segment);
  }

  #mergeLater(): void {
    if (this.#merging !== undefined || this.#closed) return;
    const chosen = this.#choose();
    if (chosen === undefined) return;
    this.#merging = this.#mergeInSteps(chosen)
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .then(() => {
        this.#merging = undefined;
        this.#mergeLater();
      });
  }

  async #mergeInSteps(chosen: readonly SegmentEntry[]): Promise<void> {
    const work = mergeEntries(chosen);
    let started_ms = this.#environment.elapsed();
    for (let step = work.next(); ; step = work.next()) {
      if (this.#closed) return;
      if (step.done === true) {
        this.#replace(chosen, step.value);
        return;
      }
      if (this.#environment.elapsed() - started_ms < step_ms) continue;
      await this.#environment.yieldToEventLoop();
      started_ms = this.#environment.elapsed();
    }
  }
}

/** Not inside the loop that finds the document: there, the closures would cost memory in every iteration. */
function documentIn(entry: SegmentEntry, doc: number): ShardDocument {
  const { segment } = entry;
  return {
    version: segment.version(doc),
    sequence: segment.sequence(doc),
    source: () => segment.source(doc),
    routing: () => segment.routing(doc),
    remove: () => entry.delete(doc),
  };
}
