import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Commands that end before any server is spoken to, and what their message must name. */
const usage: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['an unknown flag', ['--bass-url', 'x'], /--bass-url/],
  ['an unknown command', [], /exactly one of --base-url and --spawn/],
  ['two targets', ['--base-url', 'http://localhost:1', '--spawn', 'x'], /exactly one/],
  [
    'a misspelt clause',
    ['--base-url', 'http://localhost:1', '--clause', 'search.fin'],
    /search\.fine\?/,
  ],
  [
    'a misspelt chapter',
    ['--base-url', 'http://localhost:1', '--chapter', 'serch'],
    /did you mean search\?/,
  ],
  [
    'a misspelt tag',
    ['--base-url', 'http://localhost:1', '--tags', '@globall'],
    /@globall; did you mean global\?/,
  ],
  [
    'a broken tag expression',
    ['--base-url', 'http://localhost:1', '--tags', '@global and'],
    /Expected operand/,
  ],
  [
    'an unknown profile',
    ['--base-url', 'http://localhost:1', '--profile', 'nobody'],
    /unknown profile nobody/,
  ],
  [
    'a file for the console report',
    ['--base-url', 'http://localhost:1', '--report', 'console=a.txt'],
    /console takes no file; json, junit, .* do/,
  ],
  [
    'two reports to one file',
    ['--base-url', 'http://localhost:1', '--json', 'a.xml', '--report', 'junit=./a.xml'],
    /two reports go to the file .*a\.xml/,
  ],
  [
    'an unknown report',
    ['--base-url', 'http://localhost:1', '--report', 'pdf'],
    /unknown kind "pdf"/,
  ],
  [
    'a report without a folder',
    ['--base-url', 'http://localhost:1', '--json', '/nowhere/at/all.json'],
    /cannot be written/,
  ],
  ['a URL that is none', ['--base-url', 'localhost'], /expected an http or https URL/],
  ['a URL with a password', ['--base-url', 'http://a:b@localhost'], /--auth/],
  [
    'a shard that is none',
    ['--base-url', 'http://localhost:1', '--shard', '3/2'],
    /part of the selection such as/,
  ],
  [
    'credentials as a header',
    ['--base-url', 'http://localhost:1', '-H', 'Authorization: x'],
    /--auth/,
  ],
  [
    'a secret that is not there',
    ['--base-url', 'http://localhost:1', '--auth', 'basic=env:NOBODY'],
    /no secret found: env NOBODY/,
  ],
];

for (const [what, flags, message] of usage) {
  test(`exit 2: ${what}`, async () => {
    const { code, err } = await capture(['run', ...flags]);
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

test('exit 2: an unknown key of a profile', async () => {
  const profile = file('profile.yaml', 'name: mine\nhoks: {}\n');
  const { code, err } = await capture([
    'run',
    '--base-url',
    'http://localhost:1',
    '--profile',
    profile,
  ]);
  assert.match(err, /unknown key "hoks"/);
  assert.equal(code, 2);
});

test('exit 3: nothing is selected', async () => {
  const flags = ['--chapter', 'search', '--tags', '@search.fine and @search.wrong'];
  const { code, out } = await capture(['run', '--base-url', fake.base_url, ...flags]);
  assert.equal(lastLine(out), '0 passed, 0 failed, 0 skipped');
  assert.equal(code, 3);
});

test('exit 4: nobody answers', async () => {
  const { code, out } = await capture([
    'run',
    '--base-url',
    'http://127.0.0.1:1',
    '--clause',
    'search.fine',
  ]);
  assert.match(out, /no server answers at http:\/\/127\.0\.0\.1:1/);
  assert.equal(lastLine(out), '0 passed, 0 failed, 1 skipped');
  assert.equal(code, 4);
});

test('exit 4: the server goes away in the middle', async () => {
  const mortal = await startFakeServer();
  const flags = ['--clause', 'search.dies', 'search.after-death', '--parallel', '1'];
  const { code, out } = await capture(['run', '--base-url', mortal.base_url, ...flags]);
  assert.equal(lastLine(out), '0 passed, 0 failed, 2 skipped', 'a lost server has failed nothing');
  assert.equal(code, 4);
});

/** Clauses of the fixture suite, the code that each alone must lead to, and the last line. */
const single: readonly (readonly [string, number, string, RegExp])[] = [
  ['search.fine', 0, '1 passed, 0 failed, 0 skipped', /1 conformant/],
  ['search.row-two', 0, '1 passed, 0 failed, 0 skipped', /1 conformant/],
  ['search.silent', 3, '0 passed, 0 failed, 0 skipped', /^ {2}o search\.silent.*"status":500/m],
  ['search.silent', 3, '0 passed, 0 failed, 0 skipped', /1 scenario observes what/],
  ['search.silent-cut', 1, '0 passed, 1 failed, 0 skipped', /closed the connection/],
  ['search.silent-precondition', 3, '0 passed, 0 failed, 1 skipped', /was not reached/],
  [
    'search.refused',
    0,
    '1 passed, 0 failed, 0 skipped',
    /5xx to 1 request .*\n {2}500 GET \/_fail /,
  ],
  ['search.crash', 1, '0 passed, 1 failed, 0 skipped', /GET \/_crash answered 500/],
  ['search.wrong', 1, '0 passed, 1 failed, 0 skipped', /expected 3 hits/],
  ['search.failing-server', 1, '0 passed, 1 failed, 0 skipped', /GET \/_fail answered 500/],
  ['search.precondition', 3, '0 passed, 0 failed, 1 skipped', /was not reached/],
  ['search.clock', 3, '0 passed, 0 failed, 1 skipped', /no hook advance_clock/],
  ['search.unclaimed', 3, '0 passed, 0 failed, 1 skipped', /does not claim users/],
  ['search.whole-server', 3, '0 passed, 0 failed, 1 skipped', /--allow-global/],
  [
    'search.no-scenario',
    3,
    '0 passed, 0 failed, 0 skipped',
    /no scenario judges search\.no-scenario/,
  ],
  ['search.undefined-step', 5, '0 passed, 1 failed, 0 skipped', /no step is defined/],
  ['search.unmarked-request', 5, '0 passed, 1 failed, 0 skipped', /breaks the OpenAPI description/],
  ['search.worker-dies', 5, '0 passed, 1 failed, 0 skipped', /the worker ended/],
];

for (const [clause, expected, line, words] of single) {
  test(`exit ${expected}: ${clause}`, async () => {
    const { code, out } = await capture(['run', '--base-url', fake.base_url, '--clause', clause]);
    assert.match(out, words);
    assert.equal(lastLine(out), line);
    assert.equal(code, expected);
    assert.deepEqual([...fake.indices.keys()], [], 'everything made is removed');
  });
}

test('exit 1: --fail-on server-errors, for a server error that no clause forbids', async () => {
  const flags = ['--clause', 'search.refused', '--fail-on', 'server-errors'];
  const { code, out } = await capture(['run', '--base-url', fake.base_url, ...flags]);
  assert.equal(lastLine(out), '1 passed, 0 failed, 0 skipped');
  assert.equal(code, 1);
});

test('exit 2: --fail-on of something else', async () => {
  const flags = ['--base-url', fake.base_url, '--fail-on', 'anything'];
  const { code, err } = await capture(['run', ...flags]);
  assert.match(err, /server-errors/);
  assert.equal(code, 2);
});

test('exit 0: a scenario of the whole server runs where that is allowed', async () => {
  const flags = ['--clause', 'search.whole-server', '--allow-global'];
  const { code } = await capture(['run', '--base-url', fake.base_url, ...flags]);
  assert.equal(code, 0);
});

test('exit 3: a hook that fails', async () => {
  const hook =
    'advance_clock: { method: POST, path: /_test/clock, body: { advance: "{duration}" } }';
  const profile = file('hook.yaml', `name: mine\nhooks:\n  ${hook}\n`);
  const flags = ['--clause', 'search.clock', '--profile', profile];
  const run = (...more: readonly string[]) =>
    capture(['run', '--base-url', fake.base_url, ...flags, ...more]);
  const { code, out } = await run('--allow-global');
  assert.match(out, /the hook advance_clock failed: POST \/_test\/clock answered 400/);
  assert.equal(code, 3);
  const withheld = await run();
  assert.match(
    withheld.out,
    /1 not-allowed: the hook advance_clock affects the whole server: needs/,
  );
  assert.doesNotMatch(withheld.out, /answered 400/);
});

/** Scenarios whose last request gets no answer. */
const unanswered: readonly (readonly [string, string, RegExp])[] = [
  [
    'search.slow',
    '/_slow',
    /curl -X GET '[^']*\/_slow'\n {4}→ no answer: no response within 300 ms/,
  ],
  ['search.dies', '/_die', /curl -X GET '[^']*\/_die'\n {4}→ no answer: .*cannot be reached/],
];

for (const [clause, path, words] of unanswered) {
  test(`the request that got no answer is shown: ${clause}`, async () => {
    const mortal = await startFakeServer();
    const json = join(folder, `${clause}.json`);
    const flags = ['--clause', clause, '--timeout', '300ms', '--json', json];
    const { out } = await capture(['run', '--base-url', mortal.base_url, ...flags]);
    await mortal.close();
    assert.match(out, words);
    const { scenarios } = JSON.parse(readFileSync(json, 'utf8')) as {
      readonly scenarios: readonly [{ readonly exchanges: readonly Sent[] }];
    };
    const last = scenarios[0].exchanges.at(-1);
    assert.equal(last?.path, path);
    assert.equal(last?.status, undefined);
    assert.ok(last?.no_answer);
  });
}

interface Sent {
  readonly path: string;
  readonly status?: number;
  readonly no_answer?: string;
}
