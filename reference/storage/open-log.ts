import { renameSync, rmSync, statSync } from 'node:fs';
import { isJsonObject, showJson } from '../base/json.ts';
import { writeJson } from '../base/write-json.ts';
import type { FolderLock } from './data-folder.ts';
import { lockFolder, logOf, prepareFolder } from './data-folder.ts';
import type { LogEnd, LogLine } from './log-file.ts';
import { LogFile, readLog, syncFolder } from './log-file.ts';
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
 * Reads a log. What follows its last commit is no damage if the server was killed: nothing of it was acknowledged. Throws a
 * StorageProblem if the file is no log of this format.
 */
export function readContent(file: string, wasKilled: boolean): LogContent {
  const state = new StoredState();
  const damaged: LogLine[] = [];
  let changes = 0;
  const end = readLog(file, (lines) => {
    for (const line of lines) {
      changes++;
      const change = line.isSound ? readChange(line.text) : undefined;
      if (change === undefined) damaged.push(line);
      else state.apply(change);
    }
  });
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

/**
 * Opens the log of a folder, or creates it; `close` closes it and unlocks the folder. Throws a StorageProblem if it cannot be used, or is damaged; then nothing is
 * changed.
 */
export function openLog(folder: string, now_ms: number) {
  prepareFolder(folder);
  const lock = lockFolder(folder);
  try {
    const { state, log } = openLocked(folder, { lock, now_ms });
    return { state, log, close: () => lock.release(log.close()) };
  } catch (error) {
    lock.release(!lock.wasKilled);
    throw error;
  }
}

function openLocked(
  folder: string,
  { lock, now_ms }: { readonly lock: FolderLock; readonly now_ms: number },
): { readonly state: StoredState; readonly log: LogFile } {
  const file = logOf(folder);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    const state = new StoredState();
    return { state, log: replaced(folder, []) };
  }
  const { state, changes, end, problems } = readContent(file, lock.wasKilled);
  const [first] = problems;
  if (first !== undefined) {
    throw new StorageProblem(
      'damaged',
      `${first} is damaged or missing; nothing is changed. See what else is damaged with [search-reference check --data], and restore a copy of the folder`,
    );
  }
  const needed = [...state.changes(now_ms)];
  if (changes < 2 * needed.length + mostIdle) return { state, log: new LogFile(file, end) };
  try {
    return { state, log: replaced(folder, needed) };
  } catch (error) {
    if (!(error instanceof StorageProblem)) throw error;
    // The disk is full: a later start tries it again.
    return { state, log: new LogFile(file, end) };
  }
}

/** Number of changes that may be replaced by later ones before a log is written anew, beside as many as are needed. */
const mostIdle = 1000;
/** Length in characters of the changes that are written at once. */
const piece = 4 * 2 ** 20;

/** Replaces the log of a folder by one with these changes. Throws a StorageProblem if there is no room for it. */
function replaced(folder: string, changes: readonly Change[]): LogFile {
  const file = `${logOf(folder)}.new`;
  try {
    const log = LogFile.create(file);
    let lines: string[] = [];
    let length = 0;
    for (const change of changes) {
      const line = writeJson(change);
      lines.push(line);
      length += line.length;
      if (length < piece) continue;
      log.commit(lines);
      lines = [];
      length = 0;
    }
    log.commit(lines);
    renameSync(file, logOf(folder));
    syncFolder(folder);
    return log;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
