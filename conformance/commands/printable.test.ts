import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { runCli } from './run-cli.ts';
import { kindNames } from '../report/destinations.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from '../testing/capture.ts';
import { printable, printableOnTerminal } from '../base/printable.ts';

/** Clears the screen, colours, hides, rings, and turns the direction of a text. */
const hostile = '\u001b[2J\u001b[31mgreen\u0007\u0008\u009b1m\u202Edlrow\rall passed';
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const raw = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E]/;

/** True if the characters are escapes in a string of JSON, false if they are bytes of an unreadable body. */
let sendsJson = false;

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const body = { error: { type: hostile, reason: hostile }, hits: hostile };
    const raw = `{"error":{"type":"${hostile}"},"hits":"${hostile}"}`;
    response.writeHead(request.method === 'GET' ? 200 : 400, {
      'content-type': 'application/json',
    });
    response.end(sendsJson ? JSON.stringify(body) : raw);
  });
});
let baseUrl = '';
const home = process.cwd();
before(async () => {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => void server.close());
afterEach(() => process.chdir(home));

test('control characters are shown as escapes; tabs and line feeds stay', () => {
  assert.equal(printable('a\tb\n\u001b[31mc\r'), 'a\tb\n\\u001b[31mc\\u000d');
  assert.equal(
    printableOnTerminal('\r\u001b[K\u001b[31mx\u001b[39m\u001b[2J'),
    '\r\u001b[K\u001b[31mx\u001b[39m\\u001b[2J',
  );
});

for (const isJson of [false, true]) {
  const form = isJson ? 'JSON' : 'bytes';
  test(`no control character of an answer reaches the console or a report: ${form}`, async () => {
    sendsJson = isJson;
    const folder = temporaryFolder();
    const kinds = [...kindNames];
    const reports = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, kind)}`]);
    const target = ['--base-url', baseUrl, '--chapter', 'scroll'];
    const { out, err } = await capture(['run', ...target, ...reports], {}, ownSuite());
    const texts = kinds.map((kind) => readFileSync(join(folder, kind), 'utf8'));
    for (const text of [out, err, ...texts]) assert.doesNotMatch(text, raw);
    assert.ok([out, err, ...texts].some((text) => /\\u001b\[31mgreen/.test(text)));
    const file = (name: string): string => join(folder, name);
    const diff = ['--against', baseUrl, '--runs', '1', '--json', file('diff.json')];
    const again = ['--report', `html=${file('merged.html')}`, '--json', file('merged.json')];
    const commands: readonly (readonly string[])[] = [
      ['doctor', '--base-url', baseUrl],
      ['init', '--base-url', baseUrl, '--out', file('p.yaml')],
      ['fuzz', '--base-url', baseUrl, '--runs', '1', '--json', file('fuzz.json')],
      ['diff', '--base-url', baseUrl, ...diff],
      ['clean', '--base-url', baseUrl],
      ['baseline', 'update', '--report', file('json'), '--file', file('known.yaml')],
      ['compare', file('json'), file('json')],
      ['matrix', `${hostile}=${file('json')}`, file('json'), '--details', '--into', file('m.md')],
      ['merge', file('json'), ...again],
      ['review', '--out', file('site'), '--results', `${hostile}=${file('json')}`],
      ['run', ...target, '--known-failures', file('known.yaml'), '--quiet'],
      ['run', '--spawn', `printf '%b' '\\033[31mx\\n'; sleep 9`, '--chapter', 'scroll'],
    ];
    // The commands read and write through the same functions, so that one form is enough for them.
    for (const argv of isJson ? commands : []) {
      // init writes a configuration file, which the others would read.
      process.chdir(temporaryFolder());
      const said = await capture(argv, {}, ownSuite());
      assert.doesNotMatch(said.out + said.err, raw, argv[0]);
    }
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    assert.ok(written.length > (isJson ? 30 : 5), `${written.length} files`);
    for (const name of written.filter((one) => one !== 'site')) {
      assert.doesNotMatch(readFileSync(file(name), 'utf8'), raw, name);
    }
  });
}

test('a terminal gets no colour and no erased line from a server', async () => {
  sendsJson = false;
  let shown = '';
  const terminal = {
    isTerminal: true,
    colours: true,
    write: (text: string) => void (shown += text),
  };
  const run = ['run', '--base-url', baseUrl, '--chapter', 'scroll', '--verbose'];
  await runCli(run, { suite: ownSuite(), env: {}, streams: { out: terminal, err: terminal } });
  assert.match(shown, /\\u001b\[31mgreen/);
  assert.ok(!shown.includes('\u001b[31mgreen'));
  assert.ok(!shown.includes('\u001b[2J'));
});
