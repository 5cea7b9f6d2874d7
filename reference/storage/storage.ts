import type { Environment } from '../base/environment.ts';
import type { Journal } from '../base/journal.ts';
import { writeJson } from '../base/write-json.ts';
import { GroupCommit } from './group-commit.ts';
import { openLog } from './open-log.ts';
import { aboutFolder, StorageProblem } from './storage-problem.ts';
import { dataOf } from './stored-state.ts';

/** Options of opening a data folder. */
export interface StorageOptions {
  readonly folder: string;
  readonly environment: Environment;
  /** Called when changes cannot be stored, which is tried again until it succeeds; then it is called with undefined. */
  readonly onProblem: (problem: StorageProblem | undefined) => void;
  /** Called once, after an error that does not pass. From then on nothing can be stored. */
  readonly onFailure: (problem: StorageProblem) => void;
}

/** An open data folder. */
export type Storage = ReturnType<typeof openStorage>;

/**
 * Opens a data folder and creates it if it is missing. Throws a StorageProblem that contains the reason if the folder
 * cannot be used.
 */
export function openStorage(options: StorageOptions) {
  const { folder, environment, onProblem, onFailure } = options;
  const about = (error: unknown): StorageProblem => aboutFolder(folder, error);
  const { state, log } = opened(options);
  let isClosed = false;
  /** The records that have changed since the last commit, which are encoded when it begins. */
  const changed = new Map<string, () => string>();
  const group = new GroupCommit({
    environment,
    complete() {
      const changes = Array.from(changed.values(), (encode) => encode());
      changed.clear();
      return changes;
    },
    commit: (changes) => log.commit(changes),
    // Whatever else a commit throws is a defect.
    mayPass: (error) => error instanceof StorageProblem,
    onProblem: (error) => onProblem(error === undefined ? undefined : about(error)),
    onFailure(error) {
      if (!isClosed) onFailure(about(error));
    },
  });
  const data = dataOf(state, environment.now());
  const journal: Journal = {
    ...data.journal,
    put(kind, name, value) {
      changed.set(`${kind}\0${name}`, () => writeJson(['put', kind, name, value()]));
      group.changed();
    },
    remove(kind, name) {
      changed.delete(`${kind}\0${name}`);
      group.add(writeJson(['remove', kind, name]));
    },
    write: ({ index, shard, sequence }, record, replaces) =>
      group.add(writeJson(['document', index, shard, sequence, replaces, record])),
    dropDocuments: (index) => group.add(writeJson(['drop', index])),
  };
  return {
    ...data,
    journal,
    /**
     * Resolves when all changes so far are on disk; undefined if they already are. Rejects while changes cannot be stored.
     */
    flushed: () => group.flushed(),
    /** Why changes cannot be stored now, for example because the disk is full; undefined if they can. */
    problem(): StorageProblem | undefined {
      const error = group.problem();
      return error === undefined ? undefined : about(error);
    },
    /** Writes outstanding changes and releases the folder. */
    async close(): Promise<void> {
      try {
        await group.finish();
      } finally {
        isClosed = true;
        log.close();
      }
    },
  };
}

function opened({ folder, environment }: StorageOptions): ReturnType<typeof openLog> {
  try {
    return openLog(folder, environment);
  } catch (error) {
    throw aboutFolder(folder, error);
  }
}
