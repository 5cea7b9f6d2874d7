import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
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
  return { code: await runCheck(folder, { out: add, err: add }), output };
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

/** The folder is refused soon, and without much memory. */
async function rejectedBriefly(folder: string): Promise<void> {
  await assert.rejects(startReference({ data: folder }), StorageProblem);
  const { code, output } = await check(folder);
  assert.equal(code, 2);
  assert.match(output, /its log is damaged/);
}

function contentOf(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'latin1')]);
}

/** Replaces each occurrence of a text in the store by another of the same length. */
function flip(folder: string, text: string, by: string): void {
  const file = join(folder, 'data.log');
  const before = readFileSync(file, 'latin1');
  assert.ok(before.includes(text));
  writeFileSync(file, before.replaceAll(text, by), 'latin1');
}

/** A folder with a log whose checksums are right. */
function craftedFolder(lines: readonly string[]): string {
  const data = join(root, `f${++folders}`);
  mkdirSync(data);
  let checksum = 0;
  const log = ['search-reference 4', ...lines, 'commit', 'end'].map((text) => {
    checksum = crc32(text, checksum);
    return `${checksum.toString(16).padStart(8, '0')} ${text}\n`;
  });
  writeFileSync(join(data, 'data.log'), log.join(''));
  return data;
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
    flip(data, '{"id":"2","version":1', '{"id":"2","version":7');
    await refused(data, /index \[books\], shard \[0\], document \[2\] with _seq_no \[1\]/);
    flip(data, '{"id":"2","version":7', '("id":"2","version":7');
    await refused(data, /index \[books\], shard \[0\], document with _seq_no \[1\]/);
  });

  it('digits of a record', async () => {
    const data = await filledFolder();
    flip(data, '"rollovers":', '"rallovers":');
    await refused(data, /record \[index\/[\w-]+\] is damaged or missing; nothing is changed/);
    flip(data, '["put","index",', '("put","index",');
    await refused(data, /line \[\d+\] of the log is damaged or missing/);
  });

  it('a line that is missing, twice there, or in another place', async () => {
    const data = await filledFolder();
    const file = join(data, 'data.log');
    const lines = readFileSync(file, 'latin1').split(/(?<=\n)/);
    for (const at of lines.keys()) {
      writeFileSync(file, lines.toSpliced(at, 1).join(''), 'latin1');
      assert.equal((await check(data)).code, 2, `without line ${at + 1}`);
      writeFileSync(file, lines.toSpliced(at, 0, lines[at] ?? '').join(''), 'latin1');
      assert.equal((await check(data)).code, 2, `line ${at + 1} twice`);
      if (at === 0) continue;
      const [one = '', other = ''] = lines.slice(at - 1);
      writeFileSync(file, lines.toSpliced(at - 1, 2, other, one).join(''), 'latin1');
      assert.equal((await check(data)).code, 2, `line ${at + 1} too early`);
    }
  });

  it('a log whose beginning is overwritten, and one of something else', async () => {
    const data = await filledFolder();
    const bytes = readFileSync(join(data, 'data.log'));
    writeFileSync(join(data, 'data.log'), bytes.fill(0, 0, 200));
    await refused(data, /its log is damaged, or was not written by search-reference/);
    writeFileSync(join(data, 'data.log'), 'the log of another program');
    await refused(data, /its log is damaged, or was not written by search-reference/);
  });

  it('a log that is empty, or missing beside its lock', async () => {
    const data = await filledFolder();
    truncateSync(join(data, 'data.log'), 0);
    await refused(data, /\[data\.log\] in it is empty; nothing is changed/);
    rmSync(join(data, 'data.log'));
    writeFileSync(join(data, 'data.lock'), '');
    await refused(data, /\[data\.log\] in it is missing, but \[data\.lock\] shows/);
  });

  for (const name of ['data.lock', 'data.log']) {
    it(`a folder in place of ${name}`, async () => {
      const data = await filledFolder();
      rmSync(join(data, name), { force: true });
      mkdirSync(join(data, name));
      await assert.rejects(startReference({ data }), /is not a file/);
      assert.equal((await check(data)).code, 2);
    });
  }

  it('a link in place of a file', { skip: process.platform === 'win32' }, async () => {
    for (const name of ['data.log', 'data.lock', 'data.log.new']) {
      const data = await filledFolder();
      renameSync(join(data, 'data.log'), join(root, 'moved'));
      if (name !== 'data.log') copyFileSync(join(root, 'moved'), join(data, 'data.log'));
      for (const target of ['moved', 'nowhere']) {
        symlinkSync(join(root, target), join(data, name));
        await assert.rejects(startReference({ data }), /is not a file/);
        assert.equal((await check(data)).code, 2);
        rmSync(join(data, name));
      }
    }
  });

  it('a place where no folder can be made', { skip: process.platform !== 'linux' }, async () => {
    await assert.rejects(startReference({ data: '/proc/x/y' }), /it cannot be used as a folder/);
    assert.equal((await check('/proc/x')).code, 2);
  });

  it('a folder of something else', async () => {
    const data = join(root, 'controls');
    mkdirSync(data);
    writeFileSync(join(data, 'letter.txt'), 'Dear');
    await refused(data, /holds other files, such as \[letter\.txt\]/);
  });

  const meaningless = ['hello', '[]', '["bogus",1]', '["document"]', '["document","u",0,0,null,7]'];
  for (const line of meaningless) {
    it(`a line with the right checksum that is no change: ${line}`, async () => {
      await refused(craftedFolder([line]), /damaged or missing/);
    });
  }

  it('a log without line ends', async () => {
    const folder = await filledFolder();
    truncateSync(join(folder, 'data.log'), 2 ** 30);
    await rejectedBriefly(folder);
  });

  it('a log of nothing but line ends', async () => {
    const folder = await filledFolder();
    appendFileSync(join(folder, 'data.log'), '\n'.repeat(2 ** 24));
    await rejectedBriefly(folder);
  });

  it('a lock that is no file of a server', async () => {
    const folder = await filledFolder();
    writeFileSync(join(folder, 'data.lock'), '');
    truncateSync(join(folder, 'data.lock'), 2 ** 32);
    assert.deepEqual(await check(folder), { code: 0, output: 'books: 2 documents\nintact\n' });
  });

  it('a name with control characters, which are shown as escapes', async () => {
    const folder = join(root, 'escapes');
    mkdirSync(folder);
    writeFileSync(join(folder, '\u001b[31mx'), '');
    await assert.rejects(
      startReference({ data: folder }),
      /other files, such as \[\\u001b\[31mx\]/,
    );
  });

  const unreadable = [
    '["put","index","u",{"name":"a"}]',
    '["put","index_template","t",7]',
    '["put","api_key","k",{}]',
    '["put","cluster_settings","persistent",7]',
  ];
  for (const line of unreadable) {
    it(`a record with the right checksum that cannot be read: ${line}`, async () => {
      await refused(craftedFolder([line]), /its data cannot be read/);
    });
  }
});
