import { chmodSync, statSync } from 'node:fs';
import type * as Lmdb from 'lmdb';
import type { FolderLock } from './folder-lock.ts';
import { lockFolder } from './folder-lock.ts';
import { seal } from './checksum.ts';
import { documentKey, formatKey, keyKinds, parseKey, rangeOfIndex, recordNumber } from './keys.ts';
import { OperationBuffer, operationKinds, readOperations } from './operation-buffer.ts';
import { inWords, StorageProblem } from './storage-problem.ts';

type Database = Lmdb.RootDatabase<Buffer, Uint8Array>;

/** A store on disk. All calls block until the disk operation is complete, so it must be used in a separate thread. */
export interface LmdbStore {
  /** The stored records, and the next sequence numbers of shards. */
  readonly records: Uint8Array;
  readonly sequences: Uint8Array;
  /** Returns the next chunk of documents; empty after the last one. */
  read(): Uint8Array;
  /** Carries out all operations or none. Throws the error of the disk. */
  commit(operations: Uint8Array): void;
  /** Deletes some of the documents of dropped indices. */
  purge(): void;
  /** True while documents of dropped indices are left. */
  readonly purging: boolean;
  close(): Promise<void>;
}

/** Name and version of the format of keys and values. */
const format = 'search-reference 3';
const chunk_bytes = 512 * 1024;
/** The store contains hashes of secrets, so only the owner may read it. */
const fileMode = 0o600;
/** Number of documents that one call of `purge` deletes. */
const purgeAtOnce = 2000;
const notFoundCode = 'ERR_MODULE_NOT_FOUND';
const sequenceStart = Buffer.from([keyKinds.sequence]);
const beyond = Buffer.from([keyKinds.sequence + 1]);

/** `check` opens a store that exists, and changes nothing in it. */
export type OpenMode = 'use' | 'check';

/** Opens a store, or creates it. Throws a StorageProblem if it cannot be used, or if lmdb is not installed. */
export async function openLmdb(file: string, mode: OpenMode = 'use'): Promise<LmdbStore> {
  const { open } = await loadLmdb();
  const lock = await lockFolder(open, file);
  let db: Database | undefined;
  try {
    db = openDatabase(open, file, mode);
    return readStore(db, { file, lock, mode });
  } catch (error) {
    await db?.close();
    await lock.release();
    throw error;
  }
}

interface OpenFile {
  readonly file: string;
  readonly lock: FolderLock;
  readonly mode: OpenMode;
}

function readStore(db: Database, { file, lock, mode }: OpenFile): LmdbStore {
  checkSize(db, file);
  checkFormat(db, file, mode);
  const dropped = new Set<number>();
  const records = collect(db, Buffer.from([keyKinds.record]), Buffer.from([keyKinds.document]));
  const live = new Set([...readOperations(records)].map(({ key }) => recordNumber(key)));
  for (const number of indexNumbers(db)) if (!live.has(number)) dropped.add(number);
  if (mode === 'use') purgeAll(db, dropped);
  const sequences = collect(db, sequenceStart, beyond);
  let next: Uint8Array = Buffer.from([keyKinds.document]);
  return {
    records,
    sequences,
    read() {
      const chunk = readChunk(db, next);
      next = chunk.next;
      return chunk.documents;
    },
    commit(operations) {
      const drops = commit(db, operations);
      for (const number of drops) dropped.add(number);
    },
    purge: () => purge(db, dropped),
    get purging() {
      return dropped.size > 0;
    },
    async close() {
      await db.close();
      await lock.release();
    },
  };
}

function openDatabase(open: typeof Lmdb.open, file: string, mode: OpenMode): Database {
  try {
    return open<Buffer, Uint8Array>({
      path: file,
      noSubdir: true,
      readOnly: mode === 'check',
      encoding: 'binary',
      keyEncoding: 'binary',
      // A commit returns only when its data is on disk.
      overlappingSync: false,
      maxDbs: 1,
    });
  } catch (error) {
    throw new StorageProblem('unusable', `the store cannot be opened: ${inWords(error)}`);
  }
}

async function loadLmdb(): Promise<typeof Lmdb> {
  try {
    return await import('lmdb');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === notFoundCode;
    throw new StorageProblem(
      'no support',
      isMissing
        ? 'the package lmdb is needed to store data: npm install lmdb'
        : `the package lmdb is needed to store data, but does not run on ${process.platform} ${process.arch}: ${inWords(error)}`,
    );
  }
}

/** Refuses a truncated file: reading the missing part would crash the process. */
function checkSize(db: Database, file: string): void {
  const { lastPageNumber, pageSize } = db.getStats() as {
    readonly lastPageNumber: number;
    readonly pageSize: number;
  };
  if (statSync(file).size >= (lastPageNumber + 1) * pageSize) return;
  throw new StorageProblem(
    'damaged',
    'the end of the file is missing; nothing is changed. Restore a copy of the folder',
  );
}

function checkFormat(db: Database, file: string, mode: OpenMode): void {
  const found = db.get(formatKey)?.toString('utf8');
  if (found === format) return;
  if (found !== undefined) {
    throw new StorageProblem(
      'other format',
      `it was written in the format [${found}] and this version reads [${format}]: use the version that wrote it, or another folder`,
    );
  }
  if (mode === 'check' || db.getKeysCount({ limit: 1 }) > 0) {
    throw new StorageProblem('other format', 'the store in it was not written by search-reference');
  }
  for (const each of [file, `${file}-lock`]) chmodSync(each, fileMode);
  db.transactionSync(() => db.putSync(formatKey, Buffer.from(format)));
}

/** Returns the numbers of the indices that have documents, without reading the documents. */
function* indexNumbers(db: Database): Generator<number, void, void> {
  for (let number = 0; ;) {
    const { start } = rangeOfIndex('document', number);
    const [key] = db.getKeys({ start, end: sequenceStart, limit: 1 });
    if (key === undefined) return;
    const { index } = parseKey(key);
    yield index;
    number = index + 1;
  }
}

function collect(db: Database, start: Uint8Array, end: Uint8Array): Uint8Array {
  const collected = new OperationBuffer();
  for (const { key, value } of db.getRange({ start, end })) collected.put(key, value);
  return collected.take();
}

function readChunk(
  db: Database,
  start: Uint8Array,
): { readonly documents: Uint8Array; readonly next: Uint8Array } {
  const collected = new OperationBuffer();
  let next = start;
  for (const { key, value } of db.getRange({ start, end: sequenceStart })) {
    collected.put(key, value);
    const parsed = parseKey(key);
    next = documentKey({ ...parsed, sequence: parsed.sequence + 1 });
    if (collected.length >= chunk_bytes) break;
  }
  return { documents: collected.take(), next };
}

/** Carries out operations; returns the numbers of the dropped indices. */
function commit(db: Database, operations: Uint8Array): readonly number[] {
  const drops: number[] = [];
  db.transactionSync(() => {
    for (const { kind, key, value } of readOperations(operations)) {
      if (kind === operationKinds.put) db.putSync(key, seal(key, value));
      else if (kind === operationKinds.remove) db.removeSync(key);
      else drops.push(key.readUInt32BE());
    }
  });
  return drops;
}

/** Deletes the documents of dropped indices. On a full disk they stay: nobody reads them, and a later commit tries it again. */
function purgeAll(db: Database, dropped: Set<number>): void {
  try {
    while (dropped.size > 0) purge(db, dropped);
  } catch {
    return;
  }
}

function purge(db: Database, dropped: Set<number>): void {
  const [number] = dropped;
  if (number === undefined) return;
  const keys = (['document', 'sequence'] as const).flatMap((kind) => [
    ...db.getKeys({ ...rangeOfIndex(kind, number), limit: purgeAtOnce }),
  ]);
  if (keys.length === 0) dropped.delete(number);
  else db.transactionSync(() => keys.forEach((key) => db.removeSync(key)));
}
