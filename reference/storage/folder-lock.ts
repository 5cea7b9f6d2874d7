import { dirname, join } from 'node:path';
import type * as Lmdb from 'lmdb';
import { StorageProblem } from './storage-problem.ts';

const fileName = 'lock.mdb';
const anyKey = Buffer.from([0]);

/** A folder that belongs to this process. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Takes the folder of a file for this process. An empty store that is never written to has the lock: who reads it stands in its
 * table of readers, out of which processes that are gone are taken. Throws a StorageProblem where another process reads it.
 */
export async function lockFolder(open: typeof Lmdb.open, file: string): Promise<FolderLock> {
  const db = open<Buffer, Uint8Array>({
    path: join(dirname(file), fileName),
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
  // Held until the end: as nothing is ever written here, it keeps no old pages.
  const transaction = db.useReadTransaction();
  db.get(anyKey, { transaction });
  db.readerCheck();
  const other = db
    .readerList()
    .split('\n')
    .map((line) => Number(/^\s*(\d+)\s/.exec(line)?.[1] ?? process.pid))
    .find((id) => id !== process.pid);
  const release = async (): Promise<void> => {
    transaction.done();
    await db.close();
  };
  if (other === undefined) return { release };
  await release();
  throw new StorageProblem('in use', `process ${other} uses it: stop that server first`);
}
