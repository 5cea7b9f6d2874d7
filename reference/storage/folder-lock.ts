import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type * as Lmdb from 'lmdb';
import { checkPages } from './check-pages.ts';
import { StorageProblem } from './storage-problem.ts';

const fileName = 'lock.mdb';
const anyKey = Buffer.from([0]);

/** The exclusive use of a folder by this process. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks the folder of a file for this process. The lock is an open read transaction on an empty store: lmdb lists the
 * processes that read a store, and removes those that have ended. Throws a StorageProblem if another process has the
 * lock, or its file is damaged.
 */
export async function lockFolder(open: typeof Lmdb.open, file: string): Promise<FolderLock> {
  const path = lockOf(file);
  if (!isLock(path)) {
    throw new StorageProblem(
      'damaged',
      `[${fileName}] in it is damaged, or of something else; nothing is changed. Delete it if no server uses the folder`,
    );
  }
  const db = open<Buffer, Uint8Array>({
    path,
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
  });
  // Open until release. Nothing is ever written to this store, so the transaction does not keep old pages.
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

/** Returns the path of the lock in the folder of a file. */
export function lockOf(file: string): string {
  return join(dirname(file), fileName);
}

/** Returns whether a file is an empty store, or is yet to become one. */
function isLock(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined || status.size === 0) return status?.isFile() ?? true;
  try {
    return status.isFile() && checkPages(path) === 0;
  } catch (error) {
    if (error instanceof StorageProblem) return false;
    throw error;
  }
}
