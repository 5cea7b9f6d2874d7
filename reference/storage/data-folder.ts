import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isAlive } from '../base/parent.ts';
import { inWords, StorageProblem } from './storage-problem.ts';

/** The folder contains hashes of secrets, so only the owner may access it. */
const folderMode = 0o700;
const fileMode = 0o600;
const logName = 'data.log';
const lockName = 'data.lock';
/** The name of this host, in the characters of a lock. */
const thisHost = hostname()
  .replaceAll(/[^\w.-]/g, '_')
  .slice(0, 255);
/** In bytes; a longer one is not read. */
const longestLock = 1024;
const own: readonly string[] = [logName, `${logName}.new`, lockName];

/** Returns the path of the log in a folder. */
export function logOf(folder: string): string {
  return join(folder, logName);
}

/** Creates the folder if it is missing. Throws a StorageProblem if it cannot be used. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error('it is not a folder');
    for (const name of own) checkFile(folder, name);
    checkContent(folder);
  } catch (error) {
    if (error instanceof StorageProblem) throw error;
    throw new StorageProblem(`it cannot be used as a folder: ${inWords(error)}`);
  }
}

/** Like `prepareFolder`, but creates nothing: throws a StorageProblem if there is no log. */
export function findLog(folder: string): void {
  if (!existsSync(logOf(folder))) {
    throw new StorageProblem(`there is no [${logName}] in it, so it is no data folder`);
  }
  prepareFolder(folder);
}

/** Not recursively by the platform, which never ends where no folder can be made, such as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: folderMode });
}

/** Refuses a folder whose log has vanished, and one that belongs to something else. */
function checkContent(folder: string): void {
  const size = statSync(logOf(folder), { throwIfNoEntry: false })?.size;
  const content = readdirSync(folder);
  if (size === 0 || (size === undefined && content.includes(lockName))) {
    throw new StorageProblem(
      `[${logName}] in it is ${size === 0 ? 'empty' : `missing, but [${lockName}] shows that there was one`}; nothing is changed. Restore a copy of the folder, or delete [${size === 0 ? logName : lockName}] to begin without data`,
    );
  }
  // What an otherwise unused folder may hold.
  const isOwn = (name: string) =>
    own.includes(name) || name === 'lost+found' || name.startsWith('.');
  const foreign = content.filter((name) => !isOwn(name));
  if (size !== undefined || foreign.length === 0) return;
  throw new StorageProblem(
    `it holds other files, such as [${foreign[0]}], and no [${logName}]; use an empty folder`,
  );
}

/** Refuses what is no file in place of one: opening it might never end, and a link would be replaced by a file. */
function checkFile(folder: string, name: string): void {
  const file = join(folder, name);
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (!status.isFile()) throw new Error(`[${name}] in it is not a file`);
  accessSync(file, constants.R_OK | constants.W_OK);
}

/** The locks of this process. */
const held = new Set<string>();

/** The exclusive use of a folder by this process. */
export interface FolderLock {
  /** True if the lock is that of a server which was killed. */
  readonly wasKilled: boolean;
  /** Unlocks the folder. Unless all is in order, the next server finds it as one that was killed left it. */
  readonly release: (isInOrder: boolean) => void;
}

/** The process that a lock names: its id, 0 if the content names none, and its host. */
interface Holder {
  readonly id: number;
  readonly host: string;
}

/**
 * Locks a folder for this process: the lock is a file with the id of its process and the name of its host, since the
 * processes of two containers have the same ids. Throws a StorageProblem if another process has it.
 */
export function lockFolder(folder: string): FolderLock {
  const lock = resolve(folder, lockName);
  const killed = checkUnused(folder);
  try {
    if (killed !== undefined) takeAway(lock, killed);
    writeFileSync(lock, `${process.pid} ${thisHost}\n`, { flag: 'wx', mode: fileMode });
  } catch (error) {
    // Another process was quicker.
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw code === 'EEXIST' || code === 'ENOENT' ? inUse(holderOf(lock)) : error;
  }
  held.add(lock);
  return {
    wasKilled: killed !== undefined,
    release(isInOrder) {
      held.delete(lock);
      if (isInOrder) rmSync(lock, { force: true });
    },
  };
}

/**
 * Returns the process in the lock of a folder whose server was killed; undefined if it has no lock. Throws a StorageProblem
 * if a process uses the folder, or one of another host may do so.
 */
export function checkUnused(folder: string): Holder | undefined {
  const lock = resolve(folder, lockName);
  const holder = holderOf(lock);
  if (holder === undefined || holder.id === 0) return holder;
  const { id, host } = holder;
  const isOwn = id === process.pid && host === thisHost;
  if (isOwn ? held.has(lock) : host !== thisHost || isAlive(id)) throw inUse(holder);
  return holder;
}

/** Returns the process that a lock names; undefined if there is no lock. */
function holderOf(lock: string): Holder | undefined {
  if (!existsSync(lock)) return undefined;
  const text = statSync(lock).size > longestLock ? '' : readFileSync(lock, 'utf8');
  const [, id = '0', host = thisHost] = /^(\d{1,9})(?: ([\w.-]{1,255}))?\n$/.exec(text) ?? [];
  return { id: Number(id), host };
}

function inUse(holder: Holder | undefined): StorageProblem {
  const { id = 0, host = thisHost } = holder ?? {};
  const who =
    host === thisHost
      ? `process ${id} uses it: stop that server first, or empty [${lockName}] if it is no server`
      : `process ${id} of host ${host} uses it, or was killed: stop that server, then empty [${lockName}] if it is still there`;
  return new StorageProblem(who);
}

/** Removes the lock of a process that has ended, unless another one has replaced it meanwhile. */
function takeAway(lock: string, { id, host }: Holder): void {
  const aside = `${lock}.${process.pid}`;
  renameSync(lock, aside);
  const found = holderOf(aside);
  if (found?.id === id && found.host === host) return rmSync(aside);
  renameSync(aside, lock);
  throw inUse(holderOf(lock));
}
