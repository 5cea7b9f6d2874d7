import type { Environment } from '../base/environment.ts';
import type { DocumentKey, DocumentRecord, Journal } from '../base/journal.ts';
import { damagedEntry, documentOf, entriesOf, indexKind, indexNames, placeOf } from './entries.ts';
import { readSequence } from './keys.ts';
import { createJournal } from './stored-journal.ts';
import { prepareFolder } from './prepare-folder.ts';
import { Records } from './records.ts';
import type { StorageProblem } from './storage-problem.ts';
import { aboutFolder } from './storage-problem.ts';
import type { StoreClient } from './store-client.ts';
import { startStoreThread } from './store-client.ts';

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
   * Resolves when all changes so far are on disk; undefined if they already are. Rejects from the first failed commit
   * on.
   */
  readonly flushed: () => Promise<void> | undefined;
  /** Writes outstanding changes and releases the folder. */
  close(): Promise<void>;
}

/** Options of opening a data folder. */
export interface StorageOptions {
  readonly folder: string;
  readonly environment: Environment;
  /** Called once, after a commit has failed. From then on nothing can be stored. */
  readonly onFailure: (problem: StorageProblem) => void;
}

/**
 * Opens a data folder and creates it if it is missing. Rejects with a StorageProblem that contains the reason if the
 * folder cannot be used or lmdb is not installed.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { folder } = options;
  let client: StoreClient | undefined;
  try {
    const file = prepareFolder(folder);
    client = startStoreThread();
    const { records, sequences } = await client.open(file);
    return createStorage(client, { records: new Records(records), sequences }, options);
  } catch (error) {
    await client?.close().catch(() => undefined);
    throw aboutFolder(folder, error);
  }
}

function createStorage(
  client: StoreClient,
  stored: { readonly records: Records; readonly sequences: Uint8Array },
  { folder, environment, onFailure }: StorageOptions,
): Storage {
  let closed = false;
  const { journal, uuids, restored, flushed } = createJournal({
    records: stored.records,
    environment,
    client,
    onFailure(error) {
      if (!closed) onFailure(aboutFolder(folder, error));
    },
  });
  const names = indexNames(stored.records.stored(indexKind));
  const damaged = (key: DocumentKey): StorageProblem =>
    aboutFolder(folder, damagedEntry(placeOf(key, names)));
  return {
    journal,
    flushed,
    sequences: () =>
      [...entriesOf(stored.sequences, uuids)].map(({ key, value }) => {
        if (value === undefined) throw damaged(key);
        return { ...key, sequence: readSequence(value) };
      }),
    async *documents() {
      for (let ahead = client.read(); ;) {
        const chunk = await ahead;
        if (chunk.length === 0) return;
        // The thread reads the next chunk while this one is processed.
        ahead = client.read();
        yield Array.from(entriesOf(chunk, uuids), (entry) => {
          const { key } = entry;
          const record = documentOf(entry);
          if (record === undefined) throw damaged(key);
          restored(key, record);
          return { key, record };
        });
      }
    },
    async close() {
      try {
        await flushed();
      } finally {
        closed = true;
        await client.close();
      }
    },
  };
}
