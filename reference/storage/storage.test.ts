import assert from 'node:assert/strict';
import { existsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { open } from 'lmdb';
import { systemEnvironment } from '../base/environment.ts';
import type { DocumentRecord } from '../base/journal.ts';
import { readValue, writeValue } from './entries.ts';
import { documentKey, formatKey, parseKey } from './keys.ts';
import type { Storage } from './storage.ts';
import { openStorage } from './storage.ts';
import type { ProblemKind } from './storage-problem.ts';
import { StorageProblem } from './storage-problem.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const root = temporaryFolder();

let folders = 0;
const newFolder = (): string => join(root, `f${++folders}`);
const environment = systemEnvironment();
const lost: string[] = [];

function openFolder(folder: string): Promise<Storage> {
  const onFailure = (problem: StorageProblem): void => void lost.push(problem.message);
  return openStorage({ folder, environment, onProblem: () => undefined, onFailure });
}

async function refusal(folder: string, kind: ProblemKind, reason: RegExp): Promise<void> {
  await assert.rejects(openFolder(folder), (error) => {
    assert.ok(error instanceof StorageProblem);
    assert.equal(error.kind, kind);
    assert.ok(error.message.startsWith(`data folder [${folder}]: `), error.message);
    assert.match(error.message, reason);
    return true;
  });
}

async function documentsOf(storage: Storage): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const chunk of storage.documents()) {
    for (const { key, record } of chunk) {
      const what = 'source' in record ? record.source : 'deleted';
      found.push(`${key.index} ${key.shard} ${key.sequence} ${record.id} ${what}`);
    }
  }
  return found;
}

function written(id: string, source: string): DocumentRecord {
  return { id, version: 1, routing: undefined, mapping: 0, source };
}

describe('the values and keys of documents', () => {
  const records: readonly DocumentRecord[] = [
    { id: '1', version: 7, routing: 'r\u0000"', mapping: 3, source: '{"a":"ä\u{1f600}"}' },
    { id: '\ud800 ', version: 2 ** 50, routing: undefined, mapping: 0, source: '{}' },
    { id: 'x'.repeat(512), version: 1, deleted_ms: 1.7e12 },
  ];
  for (const record of records) {
    it(`are read as they were written: ${JSON.stringify(record).slice(0, 40)}`, () => {
      const bytes = writeValue(record);
      assert.deepEqual(readValue(bytes), record);
      assert.equal(readValue(bytes.subarray(0, 7)), undefined);
    });
  }

  it('are in the order of index, shard and sequence', () => {
    const parsedKeys = [
      { index: 1, shard: 1023, sequence: 2 ** 40 },
      { index: 2, shard: 0, sequence: 255 },
      { index: 2, shard: 0, sequence: 256 },
      { index: 2, shard: 1, sequence: 0 },
      { index: 256, shard: 0, sequence: 0 },
    ];
    const keys = parsedKeys.map(documentKey);
    assert.deepEqual(
      keys.toReversed().sort((a, b) => Buffer.compare(a, b)),
      keys,
    );
    assert.deepEqual(keys.map(parseKey), parsedKeys);
  });
});

describe('a data folder', () => {
  it('returns records in the order of their creation, and documents in the order of their writes', async () => {
    const folder = newFolder();
    const first = await openFolder(folder);
    const { journal } = first;
    for (const name of ['b', 'a', 'c']) journal.put('kind', name, () => ({ name }));
    journal.put('kind', 'b', () => ({ name: 'again', big: 2n ** 60n }));
    journal.remove('kind', 'a');
    journal.put('kind', 'a', () => 'last');
    journal.put('index', 'u', () => 1);
    for (const sequence of [0, 1, 2]) {
      const key = { index: 'u', shard: 0, sequence };
      journal.write(key, written(`d${sequence}`, `{"n":${sequence}}`), undefined);
    }
    journal.write({ index: 'u', shard: 0, sequence: 3 }, written('d0', '{"n":9}'), 0);
    const deletion = { id: 'd1', version: 2, deleted_ms: environment.now() };
    journal.write({ index: 'u', shard: 0, sequence: 4 }, deletion, 1);
    await first.flushed();
    assert.equal(first.flushed(), undefined);
    await first.close();

    const second = await openFolder(folder);
    assert.deepEqual(second.journal.stored('kind'), [
      ['b', { name: 'again', big: 2n ** 60n }],
      ['c', { name: 'c' }],
      ['a', 'last'],
    ]);
    assert.deepEqual(await documentsOf(second), [
      'u 0 2 d2 {"n":2}',
      'u 0 3 d0 {"n":9}',
      'u 0 4 d1 deleted',
    ]);
    second.journal.dropDocuments('u');
    second.journal.remove('index', 'u');
    await second.close();

    const third = await openFolder(folder);
    third.journal.put('index', 'v', () => 1);
    assert.deepEqual(await documentsOf(third), []);
    await third.close();
  });

  it('keeps only the sequence number of the shard after a deletion is a minute old', async () => {
    const folder = newFolder();
    const first = await openFolder(folder);
    first.journal.put('index', 'u', () => 1);
    const deletion = { id: 'd', version: 2, deleted_ms: environment.now() - 61_000 };
    first.journal.write({ index: 'u', shard: 2, sequence: 41 }, deletion, undefined);
    await first.flushed();
    await first.close();
    const second = await openFolder(folder);
    assert.deepEqual(await documentsOf(second), []);
    assert.deepEqual(second.sequences(), [{ index: 'u', shard: 2, sequence: 42 }]);
    await second.close();
  });

  it('is created if missing, accessible only to its owner', async () => {
    const folder = join(newFolder(), 'deep', 'my.data');
    await (await openFolder(folder)).close();
    if (process.platform === 'win32') return;
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'data.mdb')).mode & 0o777, 0o600);
  });

  it('is refused if it is a file', async () => {
    const folder = newFolder();
    writeFileSync(folder, '');
    await refusal(folder, 'unusable', /not a folder/);
    await refusal(join(folder, 'x'), 'unusable', /not a folder/);
    assert.ok(existsSync(folder));
  });

  it('is refused if it was written in another format', async () => {
    const folder = newFolder();
    await (await openFolder(folder)).close();
    const db = open<Buffer, Uint8Array>({
      path: join(folder, 'data.mdb'),
      encoding: 'binary',
      keyEncoding: 'binary',
      overlappingSync: false,
    });
    await db.put(formatKey, Buffer.from('search-reference 9'));
    await db.close();
    await refusal(folder, 'other format', /format \[search-reference 9\].*\[search-reference 3\]/);
  });

  it('is refused if its store is damaged, and is not changed', async () => {
    const folder = newFolder();
    const first = await openFolder(folder);
    first.journal.put('kind', 'name', () => 'x'.repeat(100_000));
    await first.close();
    const file = join(folder, 'data.mdb');
    const { size } = statSync(file);
    truncateSync(file, size - 50_000);
    await refusal(folder, 'damaged', /end of the file is missing/);
    assert.equal(statSync(file).size, size - 50_000);
    writeFileSync(file, 'no store at all'.repeat(1000));
    await refusal(folder, 'damaged', /data\.mdb.*damaged/);
  });

  it('shares one commit among all waiting callers, and does not fail', async () => {
    const storage = await openFolder(newFolder());
    storage.journal.put('kind', 'a', () => 1);
    const waits = [storage.flushed(), storage.flushed()];
    assert.equal(waits[0], waits[1]);
    await waits[0];
    await storage.close();
    assert.deepEqual(lost, []);
  });

  it('stores nothing after a change could not be stored', async () => {
    const storage = await openFolder(newFolder());
    storage.journal.put('kind', 'a', () => {
      throw new Error('it cannot be written');
    });
    await assert.rejects(async () => storage.flushed(), /it cannot be written/);
    await assert.rejects(async () => storage.flushed(), /it cannot be written/);
    await assert.rejects(storage.close(), /it cannot be written/);
    assert.equal(lost.length, 1);
    assert.match(lost[0] ?? '', /data folder .*it cannot be written/);
  });
});
