import type { Environment } from '../base/environment.ts';
import type { DocumentKey, DocumentRecord, Journal } from '../base/journal.ts';
import type { Entry } from './entries.ts';
import { damagedEntry, documentOf, entriesOf, indexKind, indexNames, placeOf } from './entries.ts';
import { readSequence } from './keys.ts';
import { createJournal } from './stored-journal.ts';
import { prepareFolder } from './prepare-folder.ts';
import { Records } from './records.ts';
import type { StorageProblem } from './storage-problem.ts';
import { aboutFolder } from './storage-problem.ts';
import type { LmdbStore } from './lmdb-store.ts';
import { openLmdb } from './lmdb-store.ts';

/** A stored document or deletion, with its key. */
export interface StoredDocument {
  readonly key: DocumentKey;
  readonly record: DocumentRecord;
}

/** An open data folder. */
export interface Storage {
  readonly journal: Journal;
  /**
   * Yields all documents in chunks, those of a shard in the order of their sequence numbers. Must be called only once.
   */
  documents(): AsyncGenerator<readonly StoredDocument[], void, void>;
  /** Returns the minimum next sequence number of the shards for which it cannot be derived from the documents. */
  sequences(): readonly DocumentKey[];
  /**
   * Resolves when all changes so far are on disk; undefined if they already are. Rejects while changes cannot be stored.
   */
  readonly flushed: () => Promise<void> | undefined;
  /** Why changes cannot be stored now, for example because the disk is full; undefined if they can. */
  readonly problem: () => StorageProblem | undefined;
  /** Writes outstanding changes and releases the folder. */
  close(): Promise<void>;
}

/** Options of opening a data folder. */
export interface StorageOptions {
  readonly folder: string;
  readonly environment: Environment;
  /** Called when changes cannot be stored, which is tried again until it succeeds; then it is called with undefined. */
  readonly onProblem: (problem: StorageProblem | undefined) => void;
  /** Called once, after an error that does not pass. From then on nothing can be stored. */
  readonly onFailure: (problem: StorageProblem) => void;
}

/**
 * Opens a data folder and creates it if it is missing. Rejects with a StorageProblem that contains the reason if the
 * folder cannot be used or lmdb is not installed.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { folder } = options;
  let store: LmdbStore | undefined;
  try {
    store = await openLmdb(prepareFolder(folder));
    return createStorage(store, new Records(store.records), options);
  } catch (error) {
    await store?.close().catch(() => undefined);
    throw aboutFolder(folder, error);
  }
}

function createStorage(
  store: LmdbStore,
  records: Records,
  { folder, environment, onProblem, onFailure }: StorageOptions,
): Storage {
  let closed = false;
  const { journal, uuids, restored, group } = createJournal({
    records,
    environment,
    store,
    onProblem(error) {
      onProblem(error === undefined ? undefined : aboutFolder(folder, error));
    },
    onFailure(error) {
      if (!closed) onFailure(aboutFolder(folder, error));
    },
  });
  const names = indexNames(records.stored(indexKind));
  const damaged = (entry: Entry): StorageProblem =>
    aboutFolder(folder, damagedEntry(placeOf(entry, names)));
  return {
    journal,
    flushed: () => group.flushed(),
    problem() {
      const error = group.problem();
      return error === undefined ? undefined : aboutFolder(folder, error);
    },
    sequences: () =>
      [...entriesOf(store.sequences, uuids)].map((entry) => {
        const { key, value } = entry;
        if (value === undefined) throw damaged(entry);
        return { ...key, sequence: readSequence(value) };
      }),
    async *documents() {
      for (let chunk = store.read(); chunk.length > 0; chunk = store.read()) {
        yield Array.from(entriesOf(chunk, uuids), (entry) => {
          const { key } = entry;
          const record = documentOf(entry);
          if (record === undefined) throw damaged(entry);
          restored(key, record);
          return { key, record };
        });
      }
    },
    async close() {
      try {
        await group.finish();
      } finally {
        closed = true;
        await store.close();
      }
    },
  };
}
