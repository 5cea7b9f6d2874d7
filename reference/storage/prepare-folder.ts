import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inWords, StorageProblem } from './storage-problem.ts';

/** The folder contains hashes of secrets, so only the owner may access it. */
const folderMode = 0o700;
const fileName = 'data.mdb';
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
    checkStore(file);
  } catch (error) {
    if (error instanceof StorageProblem) throw error;
    throw new StorageProblem('unusable', `it cannot be used as a folder: ${inWords(error)}`);
  }
  return file;
}

function checkStore(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined || status.size === 0) return;
  const handle = openSync(file, 'r+');
  try {
    const page = readAt(handle, 0);
    const second = readAt(handle, page.readUInt32LE(pageSizeAt));
    const isStore = [page, second].every((bytes) => bytes.readUInt32LE(magic.at) === magic.value);
    if (!isStore) throw new StorageProblem('damaged', `[${fileName}] in it is damaged`);
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, position: number): Buffer {
  const bytes = Buffer.alloc(header_bytes);
  readSync(handle, bytes, 0, header_bytes, position);
  return bytes;
}
