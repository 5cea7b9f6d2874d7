import { chmodSync, existsSync, statSync } from 'node:fs';
import type * as Lmdb from 'lmdb';
import { checkPages } from './check-pages.ts';
import type { FolderLock } from './folder-lock.ts';
import { lockFolder, lockOf } from './folder-lock.ts';
import { seal } from './entries.ts';
import type { StoreEntry, StoreOperation } from './keys.ts';
import { documentKey, formatKey, keyKinds, parseKey, rangeOfIndex, recordNumber } from './keys.ts';
import { inWords, StorageProblem } from './storage-problem.ts';

type Database = Lmdb.RootDatabase<Buffer, Uint8Array>;

/** A store on disk. */
export interface LmdbStore {
  /** The stored records, and the next sequence numbers of shards. */
  readonly records: readonly StoreEntry[];
  readonly sequences: readonly StoreEntry[];
  /** Returns the next chunk of documents; empty after the last one, when those of dropped indices have been deleted. */
  read(): readonly StoreEntry[];
  /** Carries out all operations or none; blocks until they are on disk. Throws a StorageProblem. */
  commit(operations: readonly StoreOperation[]): void;
  /** Deletes some of the documents of dropped indices; returns whether there are more. */
  purge(): boolean;
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
  // Without a lock no server uses the folder. With one, its pages may change until this process has it.
  if (!existsSync(lockOf(file))) checkStore(file);
  const lock = await lockFolder(open, file);
  let db: Database | undefined;
  try {
    checkStore(file);
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
  checkFormat(db, file, mode);
  const records = collect(db, Buffer.from([keyKinds.record]), Buffer.from([keyKinds.document]));
  const live = new Set(records.map(({ key }) => recordNumber(key)));
  const dropped = new Set([...indexNumbers(db)].filter((number) => !live.has(number)));
  const sequences = collect(db, sequenceStart, beyond);
  let next: Buffer = Buffer.from([keyKinds.document]);
  return {
    records,
    sequences,
    read() {
      const chunk = readChunk(db, next);
      next = chunk.next;
      // Nothing is written before all is read; and then at once, as a new index may get the number of a dropped one.
      if (chunk.documents.length === 0 && mode === 'use') purgeAll(db, dropped);
      return chunk.documents;
    },
    commit(operations) {
      transact(db, () => operations.forEach((operation) => carryOut(db, operation)));
      for (const each of operations) if (each.kind === 'dropIndex') dropped.add(each.index);
    },
    purge() {
      purge(db, dropped);
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

/** Throws a StorageProblem if a file is no sound store; a missing or empty one is new. */
function checkStore(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) checkPages(file);
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

function collect(db: Database, start: Uint8Array, end: Uint8Array): readonly StoreEntry[] {
  return [...db.getRange({ start, end })].map(entryOf);
}

function entryOf({ key, value }: { readonly key: Uint8Array; readonly value: Buffer }): StoreEntry {
  return { key: Buffer.from(key), value: Buffer.from(value) };
}

function readChunk(
  db: Database,
  start: Uint8Array,
): { readonly documents: readonly StoreEntry[]; readonly next: Buffer } {
  const documents: StoreEntry[] = [];
  let next: Buffer = Buffer.from(start);
  let bytes = 0;
  for (const found of db.getRange({ start, end: sequenceStart })) {
    const entry = entryOf(found);
    documents.push(entry);
    const parsed = parseKey(entry.key);
    next = documentKey({ ...parsed, sequence: parsed.sequence + 1 });
    bytes += entry.value.length;
    if (bytes >= chunk_bytes) break;
  }
  return { documents, next };
}

function carryOut(db: Database, operation: StoreOperation): void {
  const { kind } = operation;
  if (kind === 'put') db.putSync(operation.key, seal(operation.key, operation.value));
  else if (kind === 'remove') db.removeSync(operation.key);
}

/** Runs an action in a transaction, which blocks until it is on disk. Throws a StorageProblem. */
function transact(db: Database, action: () => void): void {
  try {
    db.transactionSync(action);
  } catch (error) {
    throw new StorageProblem('not stored', inWords(error));
  }
}

/** Deletes the documents of dropped indices. On a full disk they stay: nobody reads them, and a later commit tries it again. */
function purgeAll(db: Database, dropped: Set<number>): void {
  try {
    while (dropped.size > 0) purge(db, dropped);
  } catch {
    return;
  }
}

/** Deletes some of the documents of a dropped index. */
function purge(db: Database, dropped: Set<number>): void {
  const [number] = dropped;
  if (number === undefined) return;
  const keys = (['document', 'sequence'] as const).flatMap((kind) => [
    ...db.getKeys({ ...rangeOfIndex(kind, number), limit: purgeAtOnce }),
  ]);
  if (keys.length === 0) dropped.delete(number);
  else transact(db, () => keys.forEach((key) => db.removeSync(key)));
}
