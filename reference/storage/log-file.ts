import { constants } from 'node:buffer';
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { inWords, StorageProblem } from './storage-problem.ts';

/** Name and version of the format: the text of the first line. */
const format = 'search-reference 4';

/** The texts of the line after a commit, and of the last line of a server that was stopped. */
const commitMark = 'commit';
const endMark = 'end';

/** The log contains hashes of secrets, so only the owner may read it. */
const fileMode = 0o600;
const chunk_bytes = 2 ** 20;
const lineFeed = 0x0a;
/** Number of damaged lines after which a log is not read any further, as it might consist of nothing else. */
const mostDamaged = 10_000;

/** A line of a log. */
export interface LogLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
  /** False if the checksum before the text is not the one that was written. */
  readonly isSound: boolean;
}

/** The last commit of a log. */
interface LastCommit {
  /** The number of bytes up to its end. */
  readonly end: number;
  /** The checksum of its last line. */
  readonly checksum: number;
  /** True if the server was stopped after it. */
  readonly isLast: boolean;
}

/** What a log ends with. */
export interface LogEnd extends LastCommit {
  /** The lines after the last commit. */
  readonly rest: readonly LogLine[];
}

/**
 * Yields the lines of each commit in the first `size` bytes of a log, and returns what it ends with. Throws a StorageProblem if the file is no log of
 * this format.
 */
export function* readLog(file: string, size: number): Generator<readonly LogLine[], LogEnd, void> {
  let last: LastCommit = { end: 0, checksum: 0, isLast: false };
  let lines: LogLine[] = [];
  let end = 0;
  let checksum = 0;
  let number = 0;
  let damaged = 0;
  for (const bytes of linesOf(file, size)) {
    const [, digits = '', text = ''] = /^(\w{8}) (.*)\n$/s.exec(bytes.toString('utf8')) ?? [];
    const isSound = crc32(text, checksum) === Number.parseInt(digits, 16);
    checksum = Number.parseInt(digits, 16) || 0;
    end += bytes.length;
    if (++number === 1) checkFormat(text, isSound);
    else if (!isSound || (text !== commitMark && text !== endMark)) {
      if (!isSound && ++damaged > mostDamaged) throw damagedLog();
      lines.push({ number, text, isSound });
      continue;
    } else yield lines;
    lines = [];
    last = { end, checksum, isLast: text === endMark };
  }
  return { ...last, rest: lines };
}

function checkFormat(text: string, isSound: boolean): void {
  if (isSound && text === format) return;
  if (isSound && /^search-reference \d+$/.test(text)) {
    throw new StorageProblem(
      `it was written in the format [${text}] and this version reads [${format}]: use the version that wrote it, or another folder`,
    );
  }
  throw damagedLog();
}

function damagedLog(): StorageProblem {
  return new StorageProblem(
    'its log is damaged, or was not written by search-reference; nothing is changed. Restore a copy of the folder',
  );
}

/**
 * Yields the lines in the first `size` bytes of a file with their line feeds, which the last one may lack. Throws a
 * StorageProblem if one is longer than a text can be.
 */
function* linesOf(file: string, size: number): Generator<Buffer, void, void> {
  const handle = openSync(file, 'r');
  let parts: Buffer[] = [];
  let length = 0;
  try {
    for (let left = size; left > 0;) {
      const chunk = Buffer.allocUnsafe(chunk_bytes);
      const read = readSync(handle, chunk, 0, Math.min(left, chunk_bytes), null);
      if (read === 0) break;
      left -= read;
      let from = 0;
      for (let feed = chunk.indexOf(lineFeed); feed >= 0 && feed < read;) {
        yield Buffer.concat([...parts, chunk.subarray(from, feed + 1)]);
        parts = [];
        length = 0;
        from = feed + 1;
        feed = chunk.indexOf(lineFeed, from);
      }
      parts.push(chunk.subarray(from, read));
      length += read - from;
      if (length > constants.MAX_STRING_LENGTH) throw damagedLog();
    }
    if (length > 0) yield Buffer.concat(parts);
  } finally {
    closeSync(handle);
  }
}

/**
 * The file with the changes of a data folder, which grows with each commit. The checksum of a line is that of all texts so
 * far, so that a line which is changed, missing or in another place is noticed.
 */
export class LogFile {
  #name: string;
  #handle: number;
  #last: LastCommit;

  /** Opens a log after its last commit; what follows it is dropped. */
  constructor(name: string, last: LastCommit) {
    this.#name = name;
    this.#handle = openSync(name, 'r+');
    this.#last = last;
    ftruncateSync(this.#handle, last.end);
  }

  /** Creates an empty log in place of a file, which may be another name of the log. Throws a StorageProblem if that cannot be done. */
  static create(name: string): LogFile {
    try {
      rmSync(name, { force: true });
      closeSync(openSync(name, 'wx', fileMode));
    } catch (error) {
      throw new StorageProblem(inWords(error));
    }
    const log = new LogFile(name, { end: 0, checksum: 0, isLast: false });
    try {
      log.#append([format]);
      return log;
    } catch (error) {
      log.discard();
      throw error;
    }
  }

  /** Gives the file another name; a file of this name is replaced. */
  moveTo(name: string): void {
    renameSync(this.#name, name);
    this.#name = name;
    syncFolder(dirname(name));
  }

  /**
   * Closes this log, and gives its name to another one, which is returned. Throws a StorageProblem if that cannot be done: then
   * this one stays.
   */
  replacedBy(other: LogFile): LogFile {
    // Windows replaces no file that is open.
    closeSync(this.#handle);
    try {
      renameSync(other.#name, this.#name);
    } catch (error) {
      this.#handle = openSync(this.#name, 'r+');
      other.discard();
      throw new StorageProblem(inWords(error));
    }
    other.#name = this.#name;
    syncFolder(dirname(this.#name));
    return other;
  }

  /** Closes and removes the file. */
  discard(): void {
    closeSync(this.#handle);
    rmSync(this.#name, { force: true });
  }

  /** The number of bytes in it. */
  get size(): number {
    return this.#last.end;
  }

  /**
   * Appends lines, all or none; blocks until they are on disk. Throws a StorageProblem if there is no room for them, or if the
   * file was removed.
   */
  commit(texts: readonly string[]): void {
    if (texts.length > 0) this.#append([...texts, commitMark]);
  }

  /** Marks the end of the log, and closes it. Returns false if there is no room for the mark. */
  close(): boolean {
    try {
      if (!this.#last.isLast) this.#append([endMark]);
      return true;
    } catch (error) {
      if (error instanceof StorageProblem) return false;
      throw error;
    } finally {
      closeSync(this.#handle);
    }
  }

  #append(texts: readonly string[]): void {
    const { end } = this.#last;
    let { checksum } = this.#last;
    const lines = texts.map((text) => {
      checksum = crc32(text, checksum);
      return `${checksum.toString(16).padStart(8, '0')} ${text}\n`;
    });
    const bytes = Buffer.from(lines.join(''));
    try {
      if (statSync(this.#name, { throwIfNoEntry: false })?.ino !== fstatSync(this.#handle).ino) {
        throw new Error(`${basename(this.#name)} was removed while the server used it`);
      }
      for (let done = 0; done < bytes.length;) {
        done += writeSync(this.#handle, bytes, done, bytes.length - done, end + done);
      }
      fdatasyncSync(this.#handle);
    } catch (error) {
      ftruncateSync(this.#handle, end);
      throw new StorageProblem(inWords(error));
    }
    this.#last = { end: end + bytes.length, checksum, isLast: texts.at(-1) === endMark };
  }
}

/** Waits until the names of the files in a folder are on disk; on Windows they are at once. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
