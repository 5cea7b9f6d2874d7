import { statSync } from 'node:fs';
import type { Environment } from '../base/environment.ts';
import { isJsonObject, showJson } from '../base/json.ts';
import type { Work } from '../base/work.ts';
import { finishWork, runInTurns } from '../base/work.ts';
import { writeJson } from '../base/write-json.ts';
import { startYielder } from '../base/yielder.ts';
import type { FolderLock } from './data-folder.ts';
import { lockFolder, logOf, prepareFolder } from './data-folder.ts';
import type { LogEnd, LogLine } from './log-file.ts';
import { LogFile, readLog } from './log-file.ts';
import { StorageProblem } from './storage-problem.ts';
import type { Change } from './stored-state.ts';
import { indexKind, readChange, StoredState } from './stored-state.ts';

/** What a log amounts to, and what is wrong with it. */
export interface LogContent {
  readonly state: StoredState;
  /** Number of changes in it. */
  readonly changes: number;
  readonly end: LogEnd;
  /** Places that are damaged; empty if the log is intact. */
  readonly problems: readonly string[];
}

/**
 * Reads a log, a change in each step. What follows its last commit is no damage if the server was killed: nothing of it was acknowledged. At most `size` bytes are read. Throws a
 * StorageProblem if the file is no log of this format.
 */
export function* readContent(
  file: string,
  { wasKilled = true, size = Infinity }: { readonly wasKilled?: boolean; readonly size?: number },
): Work<LogContent> {
  const state = new StoredState();
  const damaged: LogLine[] = [];
  let changes = 0;
  const commits = readLog(file, size);
  let read = commits.next();
  for (; read.done !== true; read = commits.next()) {
    for (const line of read.value) {
      yield;
      changes++;
      const change = line.isSound ? readChange(line.text) : undefined;
      if (change === undefined) damaged.push(line);
      else state.apply(change);
    }
  }
  const end = read.value;
  const isCut = !wasKilled && (!end.isLast || end.rest.length > 0);
  const problems = damaged.map((line) => placeOf(line, state));
  return { state, changes, end, problems: isCut ? [...problems, 'the end of the log'] : problems };
}

/** The beginning of a change of a document, and of a record. */
const documentStart =
  /^\["document","([^"]+)",(\d+),(\d+)(?:,(?:\d+|null),\{"id":"((?:[^"\\]|\\.)*)")?/;
const recordStart = /^\["(?:put|remove)","([^"]+)","([^"]+)"/;

/** Returns where a damaged line is, in words. What it names may be damaged, too. */
function placeOf({ number, text }: LogLine, state: StoredState): string {
  const [, index, shard, sequence, id] = documentStart.exec(text) ?? [];
  if (index !== undefined) {
    const document = id === undefined ? 'document' : `document [${id}]`;
    return `index [${nameOf(index, state)}], shard [${shard}], ${document} with _seq_no [${sequence}]`;
  }
  const [, kind, name] = recordStart.exec(text) ?? [];
  return kind === undefined ? `line [${number}] of the log` : `record [${kind}/${name}]`;
}

/** Returns the name of an index. */
export function nameOf(uuid: string, state: StoredState): string {
  const record = new Map(state.stored(indexKind)).get(uuid);
  return isJsonObject(record) ? showJson(record['name']) : uuid;
}

interface LockedFolder {
  readonly folder: string;
  readonly lock: FolderLock;
  readonly environment: Environment;
}

/** A log that is open, of a folder that is locked. When it has become long, it is written anew between two commits. */
export class OpenLog {
  readonly #locked: LockedFolder;
  #file: LogFile;
  /** The size in bytes from which on it is written anew. */
  #enough: number;

  constructor(locked: LockedFolder, file: LogFile) {
    this.#locked = locked;
    this.#file = file;
    this.#enough = enoughAfter(file);
  }

  /**
   * Appends lines, all or none; blocks until they are on disk. Returns a promise if no more lines may come before it is
   * resolved. Throws a StorageProblem if there is no room for them.
   */
  commit(lines: readonly string[]): Promise<void> | undefined {
    this.#file.commit(lines);
    return this.#file.size < this.#enough ? undefined : this.#writeAnew();
  }

  /** Closes the log, and unlocks the folder. */
  close(): void {
    this.#locked.lock.release(this.#file.close());
  }

  async #writeAnew(): Promise<void> {
    try {
      const anew = await this.#written();
      if (anew !== undefined) this.#file = this.#file.replacedBy(anew);
    } catch (error) {
      // A log that is too long for a full disk stays as it is.
      if (!(error instanceof StorageProblem)) throw error;
    }
    this.#enough = enoughAfter(this.#file);
  }

  /** Returns a log with the state of this one, beside it; undefined if this one is damaged, for the next start to say so. */
  async #written(): Promise<LogFile | undefined> {
    const { folder, environment } = this.#locked;
    const name = logOf(folder);
    const { size } = this.#file;
    const yielder = startYielder(environment);
    const { state, end, problems } = await runInTurns(readContent(name, { size }), yielder);
    if (problems.length > 0 || end.end !== size) return undefined;
    return runInTurns(writtenBeside(name, state.changes(environment.now())), yielder);
  }
}

/**
 * Opens the log of a folder, or creates it. Throws a StorageProblem if it cannot be used, or is damaged; then nothing is
 * changed.
 */
export function openLog(folder: string, environment: Environment) {
  prepareFolder(folder);
  const lock = lockFolder(folder);
  try {
    const locked = { folder, lock, environment };
    const { state, file } = openLocked(locked);
    return { state, log: new OpenLog(locked, file) };
  } catch (error) {
    lock.release(!lock.wasKilled);
    throw error;
  }
}

function openLocked({ folder, lock, environment }: LockedFolder): {
  readonly state: StoredState;
  readonly file: LogFile;
} {
  const name = logOf(folder);
  const anew = (changes: Iterable<Change>): LogFile => {
    const file = finishWork(writtenBeside(name, changes));
    file.moveTo(name);
    return file;
  };
  if (statSync(name, { throwIfNoEntry: false }) === undefined) {
    return { state: new StoredState(), file: anew([]) };
  }
  const { state, changes, end, problems } = finishWork(readContent(name, lock));
  const [first] = problems;
  if (first !== undefined) {
    throw new StorageProblem(
      `${first} is damaged or missing; nothing is changed. See what else is damaged with [search-reference check --data], and restore a copy of the folder`,
    );
  }
  const needed = [...state.changes(environment.now())];
  if (changes < 2 * needed.length + mostIdle) return { state, file: new LogFile(name, end) };
  try {
    return { state, file: anew(needed) };
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    // The disk is full: it is tried again later.
    return { state, file: new LogFile(name, end) };
  }
}

/** Number of changes that may be replaced by later ones before a start writes a log anew, beside as many as are needed. */
const mostIdle = 1000;
/** Length in bytes that a log may grow by before it is written anew, beside as much as it had. */
const growth_bytes = 16 * 2 ** 20;
/** Length in characters of the changes that are written at once. */
const piece = 4 * 2 ** 20;

function enoughAfter({ size }: LogFile): number {
  return 2 * size + growth_bytes;
}

/** Writes a log with these changes beside another one. Throws a StorageProblem if there is no room for it. */
function* writtenBeside(name: string, changes: Iterable<Change>): Work<LogFile> {
  const log = LogFile.create(`${name}.new`);
  try {
    let lines: string[] = [];
    let length = 0;
    for (const change of changes) {
      yield;
      const line = writeJson(change);
      lines.push(line);
      length += line.length;
      if (length < piece) continue;
      log.commit(lines);
      lines = [];
      length = 0;
    }
    log.commit(lines);
    return log;
  } catch (error) {
    log.discard();
    throw error;
  }
}
