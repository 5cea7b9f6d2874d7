import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';

const file = (name: string): string => fromRoot('conformance', 'testing', 'tls', name);
const read = (name: string): string => readFileSync(file(name), 'utf8');

let open: FakeServer;
let guarded: FakeServer;

before(async () => {
  const certificate = { cert: read('server.pem'), key: read('server-key.pem') };
  open = await startFakeServer(certificate);
  const askingBack = { ca: read('authority.pem'), requestCert: true, rejectUnauthorized: true };
  guarded = await startFakeServer({ ...certificate, ...askingBack });
});

after(async () => {
  await open.close();
  await guarded.close();
});

const trust = ['--ca', file('authority.pem')];
const own = ['--cert', file('client.pem'), '--key', file('client-key.pem')];

/** Flags, the server that they are for, and whether a run comes to its end. */
const cases: readonly (readonly [string, () => FakeServer, readonly string[], boolean])[] = [
  ['an authority that is trusted', () => open, trust, true],
  ['any certificate', () => open, ['--insecure'], true],
  ['an authority that nobody names', () => open, [], false],
  ['another authority', () => open, ['--ca', file('client.pem')], false],
  ['a certificate of the client', () => guarded, [...trust, ...own], true],
  ['no certificate of the client', () => guarded, trust, false],
];

for (const [what, server, flags, isTaken] of cases) {
  test(`a run over TLS with ${what} ${isTaken ? 'goes through' : 'reaches nobody'}`, async () => {
    const base = ['--base-url', server().base_url];
    const { code, out } = await capture([
      'run',
      '--parallel',
      '1',
      ...base,
      ...flags,
      '--clause',
      'search.fine',
    ]);
    assert.equal(
      lastLine(out),
      isTaken ? '1 passed, 0 failed, 0 skipped' : '0 passed, 0 failed, 1 skipped',
    );
    assert.equal(code, isTaken ? 0 : 4);
    if (!isTaken) assert.match(out, /no server answers at https:.*--ca/s);
  });
}

test('a certificate for another name is not taken', async () => {
  const elsewhere = open.base_url.replace('127.0.0.1', '127.0.0.2');
  const { code, out } = await capture([
    'run',
    '--parallel',
    '1',
    '--base-url',
    elsewhere,
    ...trust,
  ]);
  assert.match(out, /no server answers at https:/);
  assert.equal(code, 4);
});

test('the doctor speaks TLS, and reports a file that is not there', async () => {
  const base = ['doctor', '--base-url', open.base_url];
  const { code, out } = await capture([...base, ...trust]);
  assert.match(out, /^ok {7}a search or a query finds the document$/m);
  assert.equal(code, 0);
  const missing = await capture([...base, '--ca', 'no-such-file.pem']);
  assert.match(missing.err, /--ca: the file cannot be read/);
  assert.equal(missing.code, 2);
});
