import type { JsonValue } from './json.ts';

/** Where a document stands in the sequence of writes of a shard; `index` is the uuid of its index. */
export interface DocumentKey {
  readonly index: string;
  readonly shard: number;
  readonly sequence: number;
}

/** A document as it is store. */
export interface WrittenRecord {
  readonly id: string;
  readonly version: number;
  readonly routing: string | undefined;
  /** Number of the mapping that the document was read with. */
  readonly mapping: number;
  readonly source: string;
}

/** What is kept of a document that was deleted. */
export interface DeletedRecord {
  readonly id: string;
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly deleted_ms: number;
}

export type DocumentRecord = WrittenRecord | DeletedRecord;

/** Called for every change that has to outlive the process, and returns what an earlier process told. */
export interface Journal {
  /** Names and values of one kind as they stood when the process began, in the order in which they first came. */
  stored(kind: string): readonly (readonly [name: string, value: JsonValue])[];
  /** Puts a value down, or another one in its place; it is asked for once, some time later, as it is then. */
  put(kind: string, name: string, value: () => unknown): void;
  remove(kind: string, name: string): void;
  /** Puts a document or a deletion down; `replaces` is the place of the document whose id it has. */
  write(key: DocumentKey, record: DocumentRecord, replaces: number | undefined): void;
  /** Lets go of all documents of an index. */
  dropDocuments(index: string): void;
}

/** Keeps nothing. */
export const noJournal: Journal = {
  stored: () => [],
  put: () => undefined,
  remove: () => undefined,
  write: () => undefined,
  dropDocuments: () => undefined,
};

/** How values of one kind are store. */
export interface RecordFormat<Value> {
  readonly kind: string;
  /** Returns a value for `writeJson`, or undefined if this one is not to outlive the process. */
  readonly encode: (value: Value) => unknown;
  /** Takes what was encoded once, and its name. */
  readonly decode: (stored: JsonValue, name: string) => Value;
}

/** A map that begins with what was stored, and tells a journal of its changes. */
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
