import { at } from '../base/assert.ts';
import type { Environment } from '../base/environment.ts';
import type { DeletedRecord } from '../base/journal.ts';
import { DocSet } from './doc-set.ts';
import type { IndexedDocument, MemorySegment } from './memory-segment.ts';
import { createSegment } from './memory-segment.ts';
import type { SegmentView, ShardSnapshot } from './segment.ts';

const kept_ms = 60_000;
const maxKept = 100_000;

/** A document to add to a shard; without a sequence number it gets the next one. */
type NewDocument = Omit<IndexedDocument, 'sequence'> & {
  readonly sequence: number | undefined;
};

/** The limits of a segment, so that its columns are built in one turn. */
const maxDocuments = 4096;
const max_bytes = 8 * 2 ** 20;

/** A segment that searches see, and its documents that are not deleted. */
interface Page {
  readonly segment: MemorySegment;
  readonly live: DocSet;
  readonly liveCount: number;
}

/** The numbers of searchable documents and bytes of one shard. */
export type ShardStatistics = ReturnType<Shard['statistics']>;

/**
 * One shard: the newest state of each document by its id, and the segments that searches see. A refresh makes a segment
 * of the documents written since the last one, together with the segments before it that are not much larger.
 */
export class Shard {
  readonly #index: string;
  readonly #number: number;
  readonly #environment: Environment;
  /** Versions of deleted documents, kept for a minute: one that is written again continues its version numbers. */
  readonly #deleted = new Map<string, { readonly version: number; readonly at_ms: number }>();
  readonly #newest = new Map<string, IndexedDocument>();
  #pages: readonly Page[] = [];
  /** Documents that no search sees yet, in the order of their writes. */
  #written = new Set<IndexedDocument>();
  #snapshot: ShardSnapshot;
  #nextSequence = 0;
  /** Documents that searches see, and that were deleted or replaced since the last refresh. */
  #removed = new Set<IndexedDocument>();

  constructor(index: string, number: number, environment: Environment) {
    this.#index = index;
    this.#number = number;
    this.#environment = environment;
    this.#snapshot = this.#takeSnapshot();
  }

  /** The state that searches see. */
  get snapshot(): ShardSnapshot {
    return this.#snapshot;
  }

  /** The version of a document deleted within the last minute. */
  deletedVersion(id: string): number | undefined {
    this.#forgetOld();
    return this.#deleted.get(id)?.version;
  }

  /** Returns the newest state of a document. */
  find(id: string): IndexedDocument | undefined {
    return this.#newest.get(id);
  }

  /** Adds a document in place of the one with the same id. Returns its sequence number. */
  add(document: NewDocument): number {
    const sequence = document.sequence ?? this.#nextSequence;
    this.continueAt(sequence + 1);
    this.#drop(document.id);
    this.#deleted.delete(document.id);
    const added = { ...document, sequence };
    this.#newest.set(document.id, added);
    this.#written.add(added);
    return sequence;
  }

  /** Deletes a document; returns the sequence number of the deletion. */
  remove(id: string, version: number): number {
    this.#drop(id);
    this.#remember(id, version, this.#environment.now());
    return this.#nextSequence++;
  }

  /** Restores a deletion, which already has a sequence number. */
  restoreDeletion({ id, version, deleted_ms }: DeletedRecord, sequence: number): void {
    this.#remember(id, version, deleted_ms);
    this.continueAt(sequence + 1);
  }

  /** Makes the next sequence number at least this one. */
  continueAt(sequence: number): void {
    this.#nextSequence = Math.max(this.#nextSequence, sequence);
  }

  /** Makes everything written so far visible to later searches. */
  refresh(): void {
    if (this.#written.size === 0 && this.#removed.size === 0) return;
    const before = this.#pages;
    const added = this.#written;
    const pages =
      this.#removed.size === 0 ? [...before] : before.flatMap((page) => this.#kept(page));
    this.#written = new Set();
    this.#removed = new Set();
    for (const documents of inPages(added)) append(pages, documents);
    this.#pages = pages;
    this.#snapshot = this.#takeSnapshot();
    const segments = new Set(pages.map(({ segment }) => segment));
    for (const { segment } of before) if (!segments.has(segment)) segment.retire();
  }

  statistics() {
    const { views, limit, liveCount } = this.#snapshot;
    return {
      shard: this.#number,
      docs: liveCount,
      deleted: limit - liveCount,
      bytes: this.#pages.reduce((sum, { segment }) => sum + segment.bytes, 0),
      segments: views.length,
    };
  }

  /** Must be called when the index is deleted; snapshots stay readable. */
  close(): void {
    for (const { segment } of this.#pages) segment.retire();
  }

  #remember(id: string, version: number, at_ms: number): void {
    this.#forgetOld();
    this.#deleted.delete(id);
    this.#deleted.set(id, { version, at_ms });
  }

  /** The oldest deletions are first, so the loop ends at the first one to keep. */
  #forgetOld(): void {
    const oldest_ms = this.#environment.now() - kept_ms;
    for (const [id, { at_ms }] of this.#deleted) {
      if (at_ms > oldest_ms && this.#deleted.size < maxKept) return;
      this.#deleted.delete(id);
    }
  }

  #drop(id: string): void {
    const present = this.#newest.get(id);
    if (present === undefined) return;
    this.#newest.delete(id);
    if (!this.#written.delete(present)) this.#removed.add(present);
  }

  /** Returns a page without the removed documents: none if it has no other, a new one if it has few others. */
  #kept(page: Page): readonly Page[] {
    const { segment } = page;
    const live = page.live.filter((doc) => !this.#removed.has(at(segment.documents, doc)));
    const liveCount = live.count();
    if (liveCount === page.liveCount) return [page];
    return liveCount === 0 ? [] : [compacted({ segment, live, liveCount })];
  }

  #takeSnapshot(): ShardSnapshot {
    const views: SegmentView[] = [];
    let base = 0;
    let liveCount = 0;
    for (const page of this.#pages) {
      views.push({ ...page, base });
      base += page.segment.size;
      liveCount += page.liveCount;
    }
    return { index: this.#index, shard: this.#number, views, liveCount, limit: base };
  }
}

/** Divides documents into lists, each for one segment. */
function* inPages(documents: Iterable<IndexedDocument>): Generator<readonly IndexedDocument[]> {
  let page: IndexedDocument[] = [];
  let bytes = 0;
  for (const document of documents) {
    if (page.length === maxDocuments || (page.length > 0 && bytes > max_bytes)) {
      yield page;
      page = [];
      bytes = 0;
    }
    page.push(document);
    bytes += document.source.length;
  }
  if (page.length > 0) yield page;
}

/** Appends documents as one page, together with the last pages that are not much larger. */
function append(pages: Page[], added: readonly IndexedDocument[]): void {
  let documents = added;
  for (let last = pages.at(-1); last !== undefined; last = pages.at(-1)) {
    const size = last.liveCount + documents.length;
    if (size > maxDocuments || last.liveCount > 2 * documents.length) break;
    if (last.segment.bytes > max_bytes) break;
    documents = [...liveOf(last), ...documents];
    pages.pop();
  }
  pages.push(pageOf(documents));
}

/** Returns the page, or a new one if more of its documents are deleted than not. */
function compacted(page: Page): Page {
  return page.liveCount * 2 < page.segment.size ? pageOf(liveOf(page)) : page;
}

function liveOf({ segment, live }: Page): readonly IndexedDocument[] {
  return segment.documents.filter((_, doc) => live.has(doc));
}

function pageOf(documents: readonly IndexedDocument[]): Page {
  const { length } = documents;
  return { segment: createSegment(documents), live: DocSet.full(length), liveCount: length };
}
