import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inWords, StorageProblem } from './storage-problem.ts';

/** The folder contains hashes of secrets, so only the owner may access it. */
const folderMode = 0o700;
const fileName = 'data.mdb';
const lockName = `${fileName}-lock`;
const own: ReadonlySet<string> = new Set([fileName, lockName, 'lock.mdb', 'lock.mdb-lock']);

/**
 * Creates the folder if it is missing. Returns the path of the store file, which need not exist. Throws a StorageProblem
 * if the folder cannot be used.
 */
export function prepareFolder(folder: string): string {
  const file = join(folder, fileName);
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    checkContent(folder);
    for (const name of own) checkFile(folder, name);
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

/** Not recursively by the platform, which never ends where no folder can be made, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: folderMode });
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
  // What an otherwise unused folder may hold.
  const isOwn = (name: string) => own.has(name) || name === 'lost+found' || name.startsWith('.');
  const foreign = content.filter((name) => !isOwn(name));
  if (foreign.length === 0) return;
  throw new StorageProblem(
    'unusable',
    `it holds other files, such as [${foreign[0]}], and no store; use an empty folder`,
  );
}

/** Refuses what is no file in place of one: opening it would end the process, or never end. */
function checkFile(folder: string, name: string): void {
  const file = join(folder, name);
  const status = statSync(file, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (!status.isFile()) throw new Error(`[${name}] in it is not a file`);
  accessSync(file, constants.R_OK | constants.W_OK);
}
