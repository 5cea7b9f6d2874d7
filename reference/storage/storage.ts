import type { Environment } from '../base/environment.ts';
import type { DocumentKey, DocumentRecord, Journal } from '../base/journal.ts';
import { readValue } from './document-value.ts';
import { parseKey, readSequence } from './keys.ts';
import { readOperations } from './operation-buffer.ts';
import { createJournal } from './stored-journal.ts';
import { prepareFolder } from './prepare-folder.ts';
import { Records } from './records.ts';
import { StorageProblem } from './storage-problem.ts';
import type { StoreClient } from './store-client.ts';
import { startStoreThread } from './store-client.ts';

/** A document that was stored, and its place. */
export interface StoredDocument {
  readonly key: DocumentKey;
  readonly record: DocumentRecord;
}

/** A folder that keeps what a server holds. */
export interface Storage {
  readonly journal: Journal;
  /** All documents, those of a shard in the sequence of its writes, some at a time; to be read once. */
  documents(): AsyncGenerator<readonly StoredDocument[], void, void>;
  /** The sequence that a shard goes on from at least, where that does not follow from its documents. */
  sequences(): readonly DocumentKey[];
  /** Resolves when all changes so far are on disk; undefined where they are. Rejects for ever once one could not be stored. */
  readonly flushed: () => Promise<void> | undefined;
  /** Stores what is left and lets go of the folder. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly folder: string;
  readonly environment: Environment;
  /** Is told once that changes can be stored no more. */
  readonly onFailure: (problem: StorageProblem) => void;
}

/** Opens a folder, or makes it. Rejects with a StorageProblem that names the folder and what is wrong with it. */
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
    throw about(folder, error);
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
      if (!closed) onFailure(about(folder, error));
    },
  });
  return {
    journal,
    flushed,
    sequences: () =>
      entriesOf(stored.sequences, uuids).map(({ key, value }) => ({
        ...key,
        sequence: readSequence(value),
      })),
    async *documents() {
      for (let ahead = client.read(); ;) {
        const chunk = await ahead;
        if (chunk.length === 0) return;
        // The thread reads on while these are taken in.
        ahead = client.read();
        yield entriesOf(chunk, uuids).map(({ key, value }) => {
          const record = readValue(value);
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

interface Entry {
  readonly key: DocumentKey;
  readonly value: Buffer;
}

function entriesOf(bytes: Uint8Array, uuids: ReadonlyMap<number, string>): readonly Entry[] {
  return [...readOperations(bytes)].flatMap(({ key, value }) => {
    const { index, shard, sequence } = parseKey(key);
    const uuid = uuids.get(index);
    return uuid === undefined ? [] : [{ key: { index: uuid, shard, sequence }, value }];
  });
}

function about(folder: string, error: unknown): StorageProblem {
  const kind = error instanceof StorageProblem ? error.kind : 'lost';
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageProblem(kind, `data folder [${folder}]: ${reason}`);
}
