import type { Entry } from './entries.ts';
import { documentOf, entriesOf, indexKind, indexNames, placeOf } from './entries.ts';
import { findStore } from './prepare-folder.ts';
import { Records } from './records.ts';
import { openLmdb } from './lmdb-store.ts';
import { aboutFolder } from './storage-problem.ts';

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
}

const maxProblems = 100;

/**
 * Reads a data folder to its end and changes nothing in it. Rejects with a StorageProblem if there is no store in it,
 * another process uses it, or it cannot be read at all.
 */
export async function checkFolder(folder: string): Promise<FolderReport> {
  try {
    return await readFolder(folder);
  } catch (error) {
    throw aboutFolder(folder, error);
  }
}

async function readFolder(folder: string): Promise<FolderReport> {
  const file = findStore(folder);
  const opened = await openLmdb(file, 'check');
  try {
    const records = new Records(opened.records);
    const indices = records.stored(indexKind);
    const uuids = new Map(indices.map(([uuid]) => [records.number(indexKind, uuid), uuid]));
    const names = indexNames(indices);
    const counts = new Map(indices.map(([uuid]) => [uuid, 0]));
    const problems: string[] = [];
    const examine = (entry: Entry): void => {
      const record = documentOf(entry);
      const { index } = entry.key;
      if (record === undefined) problems.push(placeOf(entry, names));
      else if ('source' in record) counts.set(index, (counts.get(index) ?? 0) + 1);
    };
    for (let chunk = opened.read(); chunk.length > 0; chunk = opened.read()) {
      for (const entry of entriesOf(chunk, uuids)) examine(entry);
    }
    for (const entry of entriesOf(opened.sequences, uuids)) {
      if (entry.value === undefined) problems.push(`${placeOf(entry, names)}: next number`);
    }
    return {
      indices: [...names].map(([uuid, name]) => ({ name, documents: counts.get(uuid) ?? 0 })),
      problems: problems.slice(0, maxProblems),
    };
  } finally {
    await opened.close().catch(() => undefined);
  }
}
