import type { Environment } from '../base/environment.ts';
import type { DocumentKey, DocumentRecord, Journal } from '../base/journal.ts';
import { Deletions } from './deletions.ts';
import { writeValue, indexKind } from './entries.ts';
import { GroupCommit } from './group-commit.ts';
import type { StoreOperation } from './keys.ts';
import { documentKey } from './keys.ts';
import type { Records } from './records.ts';
import { StorageProblem } from './storage-problem.ts';
import type { LmdbStore } from './lmdb-store.ts';

/** A journal that writes to disk. */
export interface StoredJournal {
  readonly journal: Journal;
  /** The uuids of indices by their numbers. */
  readonly uuids: ReadonlyMap<number, string>;
  readonly group: GroupCommit;
  /** Must be called for every document read from disk at the start. */
  readonly restored: (key: DocumentKey, record: DocumentRecord) => void;
}

/** Options of a journal. */
export interface JournalOptions {
  readonly records: Records;
  readonly environment: Environment;
  readonly store: Pick<LmdbStore, 'commit' | 'purge'>;
  readonly onProblem: (error: unknown) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Creates a journal on a store, with the records that were read from it. */
export function createJournal({
  records,
  environment,
  store,
  onProblem,
  onFailure,
}: JournalOptions): StoredJournal {
  const deletions = new Deletions(environment);
  const uuids = new Map(
    records.stored(indexKind).map(([uuid]) => [records.number(indexKind, uuid), uuid]),
  );
  const group = new GroupCommit({
    environment,
    complete(operations) {
      records.writeChanges(operations);
      deletions.forget(operations, (index) => uuids.has(index));
    },
    commit: committing(store, environment),
    mayPass: (error) => error instanceof StorageProblem && error.kind === 'not stored',
    onProblem,
    onFailure,
  });
  const numberOf = (uuid: string): number => {
    const number = records.number(indexKind, uuid);
    uuids.set(number, uuid);
    return number;
  };
  const remember = (key: DocumentKey, record: DocumentRecord): void => {
    if ('source' in record) return;
    deletions.add({ ...key, index: numberOf(key.index) }, record.deleted_ms);
  };
  const journal: Journal = {
    stored: (kind) => records.stored(kind),
    put(kind, name, value) {
      records.put(kind, name, value);
      group.changed();
    },
    remove(kind, name) {
      records.remove(kind, name);
      group.changed();
    },
    write(key, record, replaces) {
      const index = numberOf(key.index);
      if (replaces !== undefined) {
        group.operations.remove(documentKey({ ...key, index, sequence: replaces }));
      }
      group.operations.put(documentKey({ ...key, index }), writeValue(record));
      remember(key, record);
      group.changed();
    },
    dropDocuments(uuid) {
      const index = numberOf(uuid);
      uuids.delete(index);
      group.operations.dropIndex(index);
      group.changed();
    },
  };
  return { journal, uuids, restored: remember, group };
}

/** Returns a function that commits, and deletes documents of dropped indices between commits. */
function committing(
  store: Pick<LmdbStore, 'commit' | 'purge'>,
  environment: Environment,
): (operations: readonly StoreOperation[]) => void {
  let purges = false;
  const purgeAll = async (): Promise<void> => {
    do await environment.yieldToEventLoop();
    while (store.purge());
  };
  return (operations) => {
    store.commit(operations);
    if (purges || operations.every(({ kind }) => kind !== 'dropIndex')) return;
    purges = true;
    const ended = (): void => void (purges = false);
    purgeAll().then(ended, ended);
  };
}
