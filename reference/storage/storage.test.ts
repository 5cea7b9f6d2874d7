import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { systemEnvironment } from '../base/environment.ts';
import type { DocumentRecord } from '../base/journal.ts';
import type { Storage } from './storage.ts';
import { openStorage } from './storage.ts';
import { StorageProblem } from './storage-problem.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const root = temporaryFolder();

let folders = 0;
const newFolder = (): string => join(root, `f${++folders}`);
const environment = systemEnvironment();
const lost: string[] = [];

function openFolder(folder: string): Storage {
  const onFailure = (problem: StorageProblem): void => void lost.push(problem.message);
  return openStorage({ folder, environment, onProblem: () => undefined, onFailure });
}

function refusal(folder: string, reason: RegExp): void {
  assert.throws(
    () => openFolder(folder),
    (error) => {
      assert.ok(error instanceof StorageProblem);
      assert.ok(error.message.startsWith(`data folder [${folder}]: `), error.message);
      assert.match(error.message, reason);
      return true;
    },
  );
}

function documentsOf(storage: Storage): readonly string[] {
  return Array.from(storage.documents(), ({ key, record }) => {
    const what = 'source' in record ? record.source : 'deleted';
    return `${key.index} ${key.shard} ${key.sequence} ${record.id} ${what}`;
  });
}

function written(id: string, source: string): DocumentRecord {
  return { id, version: 1, routing: undefined, mapping: 0, source };
}

describe('a data folder', () => {
  it('returns records in the order of their creation, and documents in the order of their writes', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
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

    const second = openFolder(folder);
    assert.deepEqual(second.journal.stored('kind'), [
      ['b', { name: 'again', big: 2n ** 60n }],
      ['c', { name: 'c' }],
      ['a', 'last'],
    ]);
    assert.deepEqual(documentsOf(second), [
      'u 0 2 d2 {"n":2}',
      'u 0 3 d0 {"n":9}',
      'u 0 4 d1 deleted',
    ]);
    second.journal.dropDocuments('u');
    second.journal.remove('index', 'u');
    await second.close();

    const third = openFolder(folder);
    third.journal.put('index', 'v', () => 1);
    assert.deepEqual(documentsOf(third), []);
    await third.close();
  });

  it('keeps only the sequence number of the shard after a deletion is a minute old', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('index', 'u', () => 1);
    const deletion = { id: 'd', version: 2, deleted_ms: environment.now() - 61_000 };
    first.journal.write({ index: 'u', shard: 2, sequence: 41 }, deletion, undefined);
    await first.flushed();
    await first.close();
    const second = openFolder(folder);
    assert.deepEqual(documentsOf(second), []);
    assert.deepEqual(second.sequences(), [{ index: 'u', shard: 2, sequence: 42 }]);
    await second.close();
  });

  it('is created if missing, accessible only to its owner', async () => {
    const folder = join(newFolder(), 'deep', 'my.data');
    await openFolder(folder).close();
    if (process.platform === 'win32') return;
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'data.log')).mode & 0o777, 0o600);
  });

  it('is refused if it is a file', () => {
    const folder = newFolder();
    writeFileSync(folder, '');
    refusal(folder, /not a folder/);
    refusal(join(folder, 'x'), /not a folder/);
    assert.ok(existsSync(folder));
  });

  it('returns documents as they were written', async () => {
    const records: readonly DocumentRecord[] = [
      { id: '1', version: 7, routing: 'r\u0000"', mapping: 3, source: '{"a":"ä\u{1f600}\u2028"}' },
      { id: '\ud800 ', version: 2 ** 50, routing: 'x', mapping: 0, source: ' {\n} ' },
      { id: 'x'.repeat(512), version: 1, deleted_ms: environment.now() },
    ];
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('index', 'u', () => 1);
    for (const [sequence, record] of records.entries()) {
      first.journal.write({ index: 'u', shard: 0, sequence }, record, undefined);
    }
    await first.close();
    const second = openFolder(folder);
    assert.deepEqual(
      Array.from(second.documents(), ({ record }) => record),
      records,
    );
    assert.deepEqual(documentsOf(second), [], 'they are not kept in memory');
    await second.close();
  });

  it('is refused if it was written in another format', async () => {
    const folder = newFolder();
    await openFolder(folder).close();
    const text = 'search-reference 9';
    writeFileSync(
      join(folder, 'data.log'),
      `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`,
    );
    refusal(folder, /format \[search-reference 9\].*\[search-reference 4\]/);
  });

  it('is refused if its log is damaged or cut off, and is not changed', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('kind', 'name', () => 'x'.repeat(100_000));
    await first.close();
    const file = join(folder, 'data.log');
    const { size } = statSync(file);
    for (const end of [size - 1, size - 5, size - 50_000, 40]) {
      truncateSync(file, end);
      refusal(folder, /the end of the log is damaged or missing/);
      assert.equal(statSync(file).size, end);
      assert.deepEqual(readdirSync(folder), ['data.log']);
    }
    writeFileSync(file, 'no log at all'.repeat(1000));
    refusal(folder, /its log is damaged, or was not written by search-reference/);
  });

  it('shares one commit among all waiting callers, and does not fail', async () => {
    const storage = openFolder(newFolder());
    storage.journal.put('kind', 'a', () => 1);
    const waits = [storage.flushed(), storage.flushed()];
    assert.equal(waits[0], waits[1]);
    await waits[0];
    await storage.close();
    assert.deepEqual(lost, []);
  });

  it('stores nothing after a change could not be stored', async () => {
    const storage = openFolder(newFolder());
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
