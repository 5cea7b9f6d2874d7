import { closeSync, mkdirSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inWords, StorageProblem } from './storage-problem.ts';

/** The folder contains hashes of secrets, so only the owner may access it. */
const folderMode = 0o700;
const fileName = 'data.mdb';
const lockName = `${fileName}-lock`;
/** Names that an otherwise unused folder may have. */
const own: ReadonlySet<string> = new Set([fileName, 'lock.mdb', 'lock.mdb-lock', 'lost+found']);
/** Offset and value of the magic number in the first two pages of every lmdb file. */
const magic = { at: 24, value: 0xbeefc0de } as const;
const pageSizeAt = 48;
const header_bytes = 64;

/**
 * Creates the folder if it is missing, and checks the store file in it, if any: opening a file that is not a store
 * would crash the process. Returns the path of the store file. Throws a StorageProblem if the folder cannot be used.
 */
export function prepareFolder(folder: string): string {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode });
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    checkContent(folder);
    checkStore(file);
  } catch (error) {
    if (error instanceof StorageProblem) throw error;
    throw new StorageProblem('unusable', `it cannot be used as a folder: ${inWords(error)}`);
  }
  return file;
}

/** Like `prepareFolder`, but creates nothing: throws a StorageProblem if there is no store. */
export function findStore(folder: string): string {
  const file = join(folder, fileName);
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) {
    throw new StorageProblem(
      'unusable',
      `there is no [${fileName}] in it, so it is no data folder`,
    );
  }
  return prepareFolder(folder);
}

/** Refuses a folder whose store has vanished, and one that belongs to something else. */
function checkContent(folder: string): void {
  const status = statSync(join(folder, fileName), { throwIfNoEntry: false });
  if (status !== undefined && status.size > 0) return;
  const content = readdirSync(folder);
  if (content.includes(lockName)) {
    const state = status === undefined ? 'missing' : 'empty';
    throw new StorageProblem(
      'damaged',
      `[${fileName}] in it is ${state}, but [${lockName}] shows that there was one; nothing is changed. Restore it, or delete [${lockName}] to begin without data`,
    );
  }
  const foreign = content.filter((name) => !own.has(name) && !name.startsWith('.'));
  if (foreign.length === 0) return;
  throw new StorageProblem(
    'unusable',
    `it holds other files, such as [${foreign[0]}], and no store; use an empty folder`,
  );
}

function checkStore(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined || status.size === 0) return;
  const handle = openSync(file, 'r+');
  try {
    const page = readAt(handle, 0);
    const second = readAt(handle, page.readUInt32LE(pageSizeAt));
    const isStore = [page, second].every((bytes) => bytes.readUInt32LE(magic.at) === magic.value);
    if (!isStore)
      throw new StorageProblem(
        'damaged',
        `[${fileName}] in it is damaged; nothing is changed. Restore a copy of the folder`,
      );
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, position: number): Buffer {
  const bytes = Buffer.alloc(header_bytes);
  readSync(handle, bytes, 0, header_bytes, position);
  return bytes;
}
