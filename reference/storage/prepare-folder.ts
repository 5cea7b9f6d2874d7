import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inWords, StorageProblem } from './storage-problem.ts';

/** Only the owner may look into the folder: it holds hashes of secrets. */
const folderMode = 0o700;
const fileName = 'data.mdb';
/** In the first two pages of a store, the place of the number that all stores have, and this number. */
const magic = { at: 24, value: 0xbeefc0de } as const;
const pageSizeAt = 48;
const header_bytes = 64;

/**
 * Makes the folder where it is missing, and looks at the store in it, if any: what is none would end the process. Gives the
 * file of the store. Throws a StorageProblem where the folder cannot be used.
 */
export function prepareFolder(folder: string): string {
  const file = join(folder, fileName);
  try {
    mkdirSync(folder, { recursive: true, mode: folderMode });
    if (!statSync(folder).isDirectory()) throw new Error('it is no folder');
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
