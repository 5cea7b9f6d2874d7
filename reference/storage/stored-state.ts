import { madeOnce } from '../base/lazily.ts';
import type { DocumentKey, DocumentRecord, Journal, StoredDocument } from '../base/journal.ts';
import { noJournal } from '../base/journal.ts';
import type { JsonValue } from '../base/json.ts';
import { isJsonObject, parseJson } from '../base/json.ts';

/** The kind of records whose names are uuids of indices. */
export const indexKind = 'index';

/** A change, as a line of the log holds it. `replaces` is the sequence number of the document with the same id, if any. */
export type Change =
  | readonly ['put', kind: string, name: string, value: JsonValue]
  | readonly ['remove', kind: string, name: string]
  | DocumentChange
  | readonly ['drop', index: string]
  | readonly ['next', index: string, shard: number, sequence: number];

type DocumentChange = readonly [
  kind: 'document',
  index: string,
  shard: number,
  sequence: number,
  replaces: number | null,
  record: DocumentRecord,
];

type Test = (value: JsonValue | undefined) => boolean;

const isText: Test = (value) => typeof value === 'string';
const isCount: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isDocument: Test = (value) =>
  isJsonObject(value) &&
  isText(value['id']) &&
  isCount(value['version']) &&
  (isCount(value['deleted_ms']) ||
    (isText(value['source']) &&
      isCount(value['mapping']) &&
      (value['routing'] === undefined || isText(value['routing']))));

/** What stands after the kind of each change. */
const members: ReadonlyMap<unknown, readonly Test[]> = new Map<Change[0], readonly Test[]>([
  ['put', [isText, isText, () => true]],
  ['remove', [isText, isText]],
  ['document', [isText, isCount, isCount, (value) => value === null || isCount(value), isDocument]],
  ['drop', [isText]],
  ['next', [isText, isCount, isCount]],
]);

/** Reads a line of a log; undefined if its text is no change. */
export function readChange(text: string): Change | undefined {
  try {
    const read = parseJson(text);
    const [kind, ...rest] = Array.isArray(read) ? read : [];
    const tests = members.get(kind);
    const isChange = tests?.length === rest.length && tests.every((test, at) => test(rest[at]));
    return isChange ? (read as unknown as Change) : undefined;
  } catch {
    return undefined;
  }
}

/** Time in milliseconds that deletions are kept: a document written again within it continues its version numbers. */
const kept_ms = 60_000;

/** What all changes of a log amount to. */
export class StoredState {
  readonly #records = new Map<string, Map<string, JsonValue>>();
  /** The documents of each index, by shard and sequence number, in the order of their writes. */
  readonly #documents = new Map<string, Map<string, StoredDocument>>();
  /** The next sequence number of each shard of each index. */
  readonly #next = new Map<string, Map<number, number>>();

  apply(change: Change): void {
    switch (change[0]) {
      case 'put':
        inner(this.#records, change[1]).set(change[2], change[3]);
        break;
      case 'remove':
        this.#records.get(change[1])?.delete(change[2]);
        break;
      case 'document':
        this.#applyDocument(change);
        break;
      case 'drop':
        this.#documents.delete(change[1]);
        this.#next.delete(change[1]);
        break;
      case 'next':
        inner(this.#next, change[1]).set(change[2], change[3]);
        break;
    }
  }

  /** Returns names and values of one kind, in the order of their creation. */
  stored(kind: string): readonly (readonly [name: string, value: JsonValue])[] {
    return [...(this.#records.get(kind) ?? [])];
  }

  /** Yields the documents of an index and its latest deletions, those of a shard in the order of their sequence numbers. */
  *documents(index: string, now_ms: number): Generator<StoredDocument, void, void> {
    for (const document of this.#documents.get(index)?.values() ?? []) {
      const { record } = document;
      if ('source' in record || record.deleted_ms > now_ms - kept_ms) yield document;
    }
  }

  /** Returns the next sequence number of each shard of an index that has had documents. */
  sequences(index: string): readonly DocumentKey[] {
    return Array.from(this.#next.get(index) ?? [], ([shard, sequence]) => ({
      index,
      shard,
      sequence,
    }));
  }

  /** Yields the fewest changes that amount to this state. */
  *changes(now_ms: number): Generator<Change, void, void> {
    for (const [kind, records] of this.#records) {
      for (const [name, value] of records) yield ['put', kind, name, value];
    }
    for (const [index] of this.stored(indexKind)) {
      for (const { key, record } of this.documents(index, now_ms)) {
        yield ['document', index, key.shard, key.sequence, null, record];
      }
      for (const { shard, sequence } of this.sequences(index)) {
        yield ['next', index, shard, sequence];
      }
    }
  }

  /** Returns the documents of an index as `documents` does, and forgets them. */
  takeDocuments(index: string, now_ms: number): readonly StoredDocument[] {
    const taken = [...this.documents(index, now_ms)];
    this.#documents.delete(index);
    return taken;
  }

  #applyDocument([, index, shard, sequence, replaces, record]: DocumentChange): void {
    const documents = inner(this.#documents, index);
    if (replaces !== null) documents.delete(`${shard} ${replaces}`);
    documents.set(`${shard} ${sequence}`, { key: { index, shard, sequence }, record });
    inner(this.#next, index).set(shard, sequence + 1);
  }
}

/** What is stored, and where changes of it are recorded. */
export interface StoredData {
  readonly journal: Journal;
  /** Returns the next sequence numbers of the shards that have had documents. */
  readonly sequences: () => readonly DocumentKey[];
  /** Yields all documents, those of a shard in the order of their sequence numbers. Must be called only once. */
  readonly documents: () => Generator<StoredDocument, void, void>;
}

/** Returns what a state holds at a time in milliseconds, with a journal that records nothing. */
export function dataOf(state: StoredState, now_ms: number): StoredData {
  const uuids = state.stored(indexKind).map(([uuid]) => uuid);
  return {
    journal: { ...noJournal, stored: (kind) => state.stored(kind) },
    sequences: () => uuids.flatMap((uuid) => state.sequences(uuid)),
    *documents() {
      for (const uuid of uuids) yield* state.takeDocuments(uuid, now_ms);
    },
  };
}

function inner<Key, Value>(maps: Map<string, Map<Key, Value>>, name: string): Map<Key, Value> {
  return madeOnce(maps, name, () => new Map());
}
