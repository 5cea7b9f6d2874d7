import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runCheck } from '../check-command.ts';
import { startReference } from '../start.ts';
import { lineSender } from '../testing/client.ts';
import { StorageProblem } from './storage-problem.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const root = temporaryFolder();

let folders = 0;

/** Returns a folder with an index of two documents. */
async function filledFolder(): Promise<string> {
  const data = join(root, `f${++folders}`);
  const server = await startReference({ data });
  const send = lineSender(() => server.url);
  for (const id of ['1', '2']) {
    const body = { text: `the document number ${id}` };
    assert.equal((await send(`PUT /books/_doc/${id}`, { body })).status, 201);
  }
  await server.stop();
  return data;
}

async function check(folder: string) {
  let output = '';
  const add = (text: string): void => void (output += text);
  return { code: await runCheck(['--data', folder], { out: add, err: add }), output };
}

async function refused(data: string, reason: RegExp): Promise<void> {
  const before = contentOf(data);
  await assert.rejects(startReference({ data }), (error) => {
    assert.ok(error instanceof StorageProblem);
    assert.ok(error.message.includes(`[${data}]`), error.message);
    assert.match(error.message, reason);
    return true;
  });
  assert.deepEqual(contentOf(data), before, 'the folder is as it was');
  assert.equal((await check(data)).code, 2);
}

/** The files of a folder without the locks, which every opening writes. */
function contentOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder)
    .filter((name) => !name.includes('lock'))
    .map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
}

/** Replaces each occurrence of a text in the store by another of the same length. */
function flip(folder: string, text: string, by: string): void {
  const file = join(folder, 'data.mdb');
  const before = readFileSync(file, 'latin1');
  assert.ok(before.includes(text));
  writeFileSync(file, before.replaceAll(text, by), 'latin1');
}

describe('damage of a data folder is reported, and nothing is overwritten', () => {
  it('an intact one is checked', async () => {
    const data = await filledFolder();
    const before = contentOf(data);
    assert.deepEqual(await check(data), { code: 0, output: 'books: 2 documents\nintact\n' });
    assert.deepEqual(contentOf(data), before);
  });

  it('digits of a document', async () => {
    const data = await filledFolder();
    flip(data, 'number 2', 'number 7');
    const place = /index \[books\], shard \[0\], document \[2\] with _seq_no \[1\]/;
    await refused(data, place);
    const { output } = await check(data);
    assert.match(output, place);
    assert.ok(output.includes(`damaged: data folder [${data}]: index [books]`), output);
    assert.match(output, /^books: 1 documents$/m);
  });

  it('the metadata of a document', async () => {
    const data = await filledFolder();
    flip(data, '["2",1,', '["2",7,');
    await refused(data, /index \[books\], shard \[0\], document \[2\] with _seq_no \[1\]/);
    flip(data, '["2",7,', '{"2",7,');
    await refused(data, /index \[books\], shard \[0\], document with _seq_no \[1\]/);
  });

  it('digits of a record', async () => {
    const data = await filledFolder();
    flip(data, '"rollovers":', '"rallovers":');
    await refused(
      data,
      /record \[\d+\], which holds an index, a template, an account or the like, is damaged/,
    );
  });

  it('a store whose end is missing', async () => {
    const data = await filledFolder();
    const file = join(data, 'data.mdb');
    truncateSync(file, statSync(file).size - 4096);
    await refused(data, /the end of the file is missing; nothing is changed. Restore a copy/);
    truncateSync(file, 3000);
    await refused(data, /\[data\.mdb\] in it is damaged; nothing is changed. Restore a copy/);
  });

  it('a store whose first pages are overwritten, and one of something else', async () => {
    const data = await filledFolder();
    const bytes = readFileSync(join(data, 'data.mdb'));
    writeFileSync(join(data, 'data.mdb'), bytes.fill(0, 0, 8192));
    await refused(data, /\[data\.mdb\] in it is damaged; nothing is changed. Restore a copy/);
    writeFileSync(join(data, 'data.mdb'), 'the store of another program');
    await refused(data, /\[data\.mdb\] in it is damaged; nothing is changed. Restore a copy/);
  });

  it('a store that is empty or missing beside its lock', async () => {
    const data = await filledFolder();
    truncateSync(join(data, 'data.mdb'), 0);
    await refused(data, /\[data\.mdb\] in it is empty, but \[data\.mdb-lock\]/);
    rmSync(join(data, 'data.mdb'));
    await refused(data, /\[data\.mdb\] in it is missing|there is no \[data\.mdb\]/);
  });

  it('a lock of other content', async () => {
    const data = await filledFolder();
    for (const content of ['other content', Buffer.alloc(8192), Buffer.alloc(50_000, 0xff)]) {
      writeFileSync(join(data, 'lock.mdb'), content);
      await refused(
        data,
        /\[lock\.mdb\] in it is damaged, or of something else; nothing is changed/,
      );
    }
    copyFileSync(join(data, 'data.mdb'), join(data, 'lock.mdb'));
    await refused(data, /\[lock\.mdb\] in it is damaged, or of something else; nothing is changed/);
    truncateSync(join(data, 'lock.mdb'), 0);
    assert.equal((await check(data)).code, 0);
  });

  for (const name of ['lock.mdb', 'lock.mdb-lock', 'data.mdb-lock', 'data.mdb']) {
    it(`a folder in place of ${name}`, async () => {
      const data = await filledFolder();
      rmSync(join(data, name));
      mkdirSync(join(data, name));
      await assert.rejects(startReference({ data }), /is not a file|it is missing/);
      assert.equal((await check(data)).code, 2);
    });
  }

  it('a page of another place, and one that is listed as free', async () => {
    const data = await filledFolder();
    const file = join(data, 'data.mdb');
    const bytes = readFileSync(file);
    for (let page = 2; page < bytes.length / 4096; page++) {
      writeFileSync(
        file,
        Buffer.concat([bytes.subarray(0, page * 4096), bytes.subarray(4096 * (page - 1))]),
      );
      const { code, output } = await check(data);
      assert.match(output, code === 0 ? /^intact$/m : /\[data\.mdb\] in it is damaged.*\(.+\)$/m);
    }
  });

  it('a place where no folder can be made', { skip: process.platform !== 'linux' }, async () => {
    await assert.rejects(startReference({ data: '/proc/x/y' }), /it cannot be used as a folder/);
    assert.equal((await check('/proc/x')).code, 2);
  });

  it('a folder of something else', async () => {
    const data = join(root, 'foreign');
    mkdirSync(data);
    writeFileSync(join(data, 'letter.txt'), 'Dear');
    await refused(data, /holds other files, such as \[letter\.txt\]/);
  });
});
