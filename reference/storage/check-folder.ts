import { finishWork } from '../base/work.ts';
import { checkUnused, findLog, logOf } from './data-folder.ts';
import { nameOf, readContent } from './open-log.ts';
import { aboutFolder } from './storage-problem.ts';
import type { StoredData } from './stored-state.ts';
import { dataOf, indexKind } from './stored-state.ts';

/** The content of an index in a data folder. */
interface CheckedIndex {
  readonly name: string;
  readonly documents: number;
}

/** The content of a data folder, and what is wrong with it. */
export interface FolderReport {
  readonly indices: readonly CheckedIndex[];
  /** Places that are damaged; empty if the folder is intact. At most `maxProblems` are listed. */
  readonly problems: readonly string[];
  /** What is stored there. */
  readonly data: StoredData;
}

const maxProblems = 100;

/**
 * Reads a data folder to its end and changes nothing in it; `now_ms` is the present time. Throws a StorageProblem if there is no log in it, another
 * process uses it, or it cannot be read at all.
 */
export function checkFolder(folder: string, now_ms: number): FolderReport {
  try {
    findLog(folder);
    const { state, problems } = finishWork(
      readContent(logOf(folder), { wasKilled: checkUnused(folder) !== undefined }),
    );
    const indices = state.stored(indexKind).map(([uuid]) => {
      const all = [...state.documents(uuid, 0)];
      const documents = all.filter(({ record }) => 'source' in record);
      return { name: nameOf(uuid, state), documents: documents.length };
    });
    return { indices, problems: problems.slice(0, maxProblems), data: dataOf(state, now_ms) };
  } catch (error) {
    throw aboutFolder(folder, error);
  }
}
