import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from '../testing/capture.ts';
import { printable, printableOnTerminal } from './printable.ts';

/** Clears the screen, colours, hides, rings, and turns the direction of a text. */
const hostile = '\u001b[2J\u001b[31mgreen\u0007\u0008\u009b1m\u202Edlrow\rall passed';
// oxlint-disable-next-line no-control-regex
const raw = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const status = request.method === 'GET' ? 200 : 400;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(`{"error":{"type":"${hostile}","reason":"${hostile}"},"hits":"${hostile}"}`);
  });
});
let baseUrl = '';
before(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => void server.close());

test('control characters are shown as escapes; tabs and line feeds stay', () => {
  assert.equal(printable('a\tb\n\u001b[31mc\r'), 'a\tb\n\\u001b[31mc\\u000d');
  assert.equal(
    printableOnTerminal('\r\u001b[K\u001b[31mx\u001b[39m\u001b[2J'),
    '\r\u001b[K\u001b[31mx\u001b[39m\\u001b[2J',
  );
});

test('no control character of an answer reaches the console or a report', async () => {
  const folder = temporaryFolder();
  const kinds = ['markdown', 'tap', 'junit', 'github', 'json', 'html'];
  const reports = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
  const target = ['--base-url', baseUrl, '--chapter', 'scroll'];
  const { out, err } = await capture(['run', ...target, ...reports], {}, ownSuite());
  assert.match(out, /\\u001b\[31mgreen/);
  for (const text of [out, err, ...kinds.map((kind) => readFileSync(join(folder, kind), 'utf8'))]) {
    assert.doesNotMatch(text, raw);
  }
  for (const command of ['doctor', 'init', 'fuzz', 'clean']) {
    const more = command === 'init' ? ['--out', join(folder, 'p.yaml')] : [];
    const said = await capture([command, '--base-url', baseUrl, ...more], {}, ownSuite());
    assert.doesNotMatch(said.out + said.err, raw, command);
  }
});
