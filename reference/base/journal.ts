import type { JsonValue } from './json.ts';

/** The key of a stored document: uuid of the index, number of the shard, sequence number of the write. */
export interface DocumentKey {
  readonly index: string;
  readonly shard: number;
  readonly sequence: number;
}

/** The stored form of a document. */
export interface WrittenRecord {
  readonly id: string;
  readonly version: number;
  readonly routing: string | undefined;
  /** Number of the mapping that the document was parsed with. */
  readonly mapping: number;
  readonly source: string;
}

/** The stored form of a deleted document. */
export interface DeletedRecord {
  readonly id: string;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly deleted_ms: number;
}

/** The stored form of a document or a deletion. */
export type DocumentRecord = WrittenRecord | DeletedRecord;

/** A stored document or deletion, with its key. */
export interface StoredDocument {
  readonly key: DocumentKey;
  readonly record: DocumentRecord;
}

/** Records every change that must survive the process, and returns what an earlier process recorded. */
export interface Journal {
  /** Returns names and values of one kind at the start of the process, in the order of their creation. */
  stored(kind: string): readonly (readonly [name: string, value: JsonValue])[];
  /**
   * Stores or replaces a value. `value` is called once, when the next commit begins, and returns the value at that
   * time.
   */
  put(kind: string, name: string, value: () => unknown): void;
  remove(kind: string, name: string): void;
  /** Stores a document or a deletion. `replaces` is the sequence number of the document with the same id, if any. */
  write(key: DocumentKey, record: DocumentRecord, replaces: number | undefined): void;
  /** Deletes all documents of an index. */
  dropDocuments(index: string): void;
}

/** A journal that stores nothing. */
export const noJournal: Journal = {
  stored: () => [],
  put: () => undefined,
  remove: () => undefined,
  write: () => undefined,
  dropDocuments: () => undefined,
};

/** How values of one kind are stored. */
export interface RecordFormat<Value> {
  readonly kind: string;
  /** Returns a value for `writeJson`, or undefined if the value is not to be stored. */
  readonly encode: (value: Value) => unknown;
  /** Decodes an encoded value; takes its name too. */
  readonly decode: (stored: JsonValue, name: string) => Value;
}

/** A map that starts with the stored entries, and records its changes in a journal. */
export class RecordedMap<Value> extends Map<string, Value> {
  readonly #journal: Journal;
  readonly #form: RecordFormat<Value>;

  constructor(journal: Journal, form: RecordFormat<Value>) {
    super();
    this.#journal = journal;
    this.#form = form;
    for (const [name, stored] of journal.stored(form.kind)) {
      super.set(name, form.decode(stored, name));
    }
  }

  override set(name: string, value: Value): this {
    const { kind, encode } = this.#form;
    const encoded = encode(value);
    if (encoded !== undefined) this.#journal.put(kind, name, () => encoded);
    return super.set(name, value);
  }

  override delete(name: string): boolean {
    if (this.has(name)) this.#journal.remove(this.#form.kind, name);
    return super.delete(name);
  }

  override clear(): void {
    for (const name of this.keys()) this.#journal.remove(this.#form.kind, name);
    super.clear();
  }
}
