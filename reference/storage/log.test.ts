import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { systemEnvironment } from '../base/environment.ts';
import type { Storage } from './storage.ts';
import { openStorage } from './storage.ts';

const root = temporaryFolder();
const environment = systemEnvironment();

let folders = 0;
const newFolder = (): string => join(root, `f${++folders}`);

function openFolder(folder: string): Storage {
  const ignored = (): void => undefined;
  return openStorage({ folder, environment, onProblem: ignored, onFailure: ignored });
}

/** Leaves a folder as a server does that is killed. */
function copyOf(folder: string): string {
  const copy = newFolder();
  mkdirSync(copy);
  copyFileSync(join(folder, 'data.log'), join(copy, 'data.log'));
  writeFileSync(join(copy, 'data.lock'), '');
  return copy;
}

describe('the log of a data folder', () => {
  for (const [what, remove] of [
    ['removed', (file: string) => rmSync(file)],
    ['moved', (file: string) => renameSync(file, `${file}.moved`)],
    [
      'replaced',
      (file: string) => (copyFileSync(file, `${file}.copy`), renameSync(`${file}.copy`, file)),
    ],
  ] as const) {
    it(
      `stores nothing more once its file was ${what}`,
      { skip: process.platform === 'win32' },
      async () => {
        const folder = newFolder();
        const storage = openFolder(folder);
        storage.journal.put('kind', 'a', () => 1);
        await storage.flushed();
        remove(join(folder, 'data.log'));
        storage.journal.put('kind', 'b', () => 2);
        await assert.rejects(
          Promise.resolve(storage.flushed()),
          /data\.log was removed while the server used it/,
        );
        await assert.rejects(storage.close(), /data\.log was removed/);
      },
    );
  }

  it('is not touched by what is left of an earlier attempt to write it anew', async () => {
    const folder = newFolder();
    const storage = openFolder(folder);
    for (let value = 0; value < 1200; value++) {
      storage.journal.put('kind', 'a', () => value);
      await storage.flushed();
    }
    await storage.close();
    linkSync(join(folder, 'data.log'), join(folder, 'data.log.new'));
    linkSync(join(folder, 'data.log'), join(folder, '.copy'));
    const before = readFileSync(join(folder, '.copy'), 'utf8');
    const again = openFolder(folder);
    assert.deepEqual(again.journal.stored('kind'), [['a', 1199]]);
    await again.close();
    assert.equal(readFileSync(join(folder, '.copy'), 'utf8'), before);
  });

  it('has nothing of a commit during which its server was killed', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('kind', 'a', () => 1);
    await first.flushed();
    const before = statSync(join(folder, 'data.log')).size;
    first.journal.put('kind', 'b', () => 'x'.repeat(1000));
    first.journal.put('kind', 'c', () => 3);
    await first.flushed();
    const whole = readFileSync(join(folder, 'data.log'));
    for (const end of [before, before + 1, before + 600, whole.length - 1, whole.length]) {
      const copy = copyOf(folder);
      truncateSync(join(copy, 'data.log'), end);
      const names = end === whole.length ? ['a', 'b', 'c'] : ['a'];
      for (let start = 0; start < 2; start++) {
        const storage = openFolder(copy);
        assert.deepEqual(
          storage.journal.stored('kind').map(([name]) => name),
          names,
        );
        await storage.close();
      }
    }
    await first.close();
  });

  it('may be used by one process at a time', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    assert.throws(() => openFolder(folder), /process \d+ uses it: stop that server first/);
    await first.close();
    assert.ok(!existsSync(join(folder, 'data.lock')));
    writeFileSync(join(folder, 'data.lock'), `${process.ppid}\n`);
    assert.throws(() => openFolder(folder), new RegExp(`process ${process.ppid} uses it`));
    // The first process of each container has the same id.
    writeFileSync(join(folder, 'data.lock'), `${process.pid} other-container\n`);
    assert.throws(
      () => openFolder(folder),
      new RegExp(`process ${process.pid} of host other-container uses it, or was killed`),
    );
    for (const ended of [`${process.pid}\n`, `999999999 ${hostname()}\n`, '']) {
      writeFileSync(join(folder, 'data.lock'), ended);
      await openFolder(folder).close();
      assert.deepEqual(readdirSync(folder), ['data.log']);
    }
  });

  it('is written anew while it is used, with all that was written meanwhile', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('index', 'u', () => ({ name: 'books' }));
    const written: Promise<void>[] = [];
    for (let sequence = 0; sequence < 120; sequence++) {
      const source = `${sequence} ${'x'.repeat(2 ** 20)}`;
      const record = { id: `${sequence % 3}`, version: 1, routing: undefined, mapping: 0, source };
      const replaces = sequence < 3 ? undefined : sequence - 3;
      first.journal.write({ index: 'u', shard: 0, sequence }, record, replaces);
      const flushed = first.flushed();
      if (flushed !== undefined) written.push(flushed);
      if (sequence % 2 === 1) await flushed;
    }
    await Promise.all(written);
    assert.ok(statSync(join(folder, 'data.log')).size < 80 * 2 ** 20);
    for (const opened of [copyOf(folder), folder]) {
      if (opened === folder) await first.close();
      const storage = openFolder(opened);
      const found = Array.from(storage.documents(), ({ key }) => key.sequence);
      assert.deepEqual(found, [117, 118, 119]);
      await storage.close();
      assert.deepEqual(readdirSync(opened), ['data.log']);
    }
  });

  it('stays as it is if it cannot be written anew', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    // A folder in the place of the new file.
    mkdirSync(join(folder, 'data.log.new'));
    for (let each = 0; each < 20; each++) {
      first.journal.put('kind', 'a', () => `${each} ${'x'.repeat(2 ** 20)}`);
      await first.flushed();
    }
    assert.ok(statSync(join(folder, 'data.log')).size > 20 * 2 ** 20);
    rmdirSync(join(folder, 'data.log.new'));
    first.journal.put('kind', 'b', () => 1);
    await first.close();
    const second = openFolder(folder);
    assert.deepEqual(
      second.journal.stored('kind').map(([name]) => name),
      ['a', 'b'],
    );
    await second.close();
  });

  it('is written anew at a start if most of its changes are of no use any more', async () => {
    const folder = newFolder();
    const first = openFolder(folder);
    first.journal.put('index', 'u', () => ({ name: 'books' }));
    for (let sequence = 0; sequence < 1200; sequence++) {
      const replaces = sequence === 0 ? undefined : sequence - 1;
      first.journal.write(
        { index: 'u', shard: 0, sequence },
        { id: 'd', version: 1, routing: undefined, mapping: 0, source: `${sequence}` },
        replaces,
      );
    }
    await first.close();
    const { size } = statSync(join(folder, 'data.log'));
    appendFileSync(join(folder, 'data.log.new'), 'left by a server that was killed');
    for (let start = 0; start < 2; start++) {
      const storage = openFolder(folder);
      const found = Array.from(storage.documents(), ({ key }) => key);
      assert.deepEqual(found, [{ index: 'u', shard: 0, sequence: 1199 }]);
      assert.deepEqual(storage.sequences(), [{ index: 'u', shard: 0, sequence: 1200 }]);
      await storage.close();
      assert.ok(statSync(join(folder, 'data.log')).size < size / 100);
      assert.deepEqual(readdirSync(folder), ['data.log']);
    }
  });
});
