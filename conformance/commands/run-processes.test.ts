import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { cliModule, spawnedModule } from '../testing/suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const node = [process.execPath, ...process.execArgv.filter((flag) => !flag.startsWith('--test'))];
const spawned = [...node, spawnedModule].map((word) => `'${word}'`).join(' ');

const folder = temporaryFolder();

let fake: FakeServer;
before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

test('--spawn takes the first line of the server as its base URL, and stops it', async () => {
  const { code, out } = await capture(['run', '--spawn', spawned, '--clause', 'search.wrong']);
  assert.equal(code, 1);
  assert.match(out, /last stderr output of the spawned server:\nthe fake server speaks/);
  const [, baseUrl = ''] = /curl -X PUT '(http:\/\/[^/]+)/.exec(out) ?? [];
  await assert.rejects(fetch(baseUrl), 'the server is gone');
});

/** Servers that never come, and what is said of them. */
const failing: readonly (readonly [string, string, RegExp])[] = [
  ['a server that ends at once', 'echo no luck >&2; exit 3', /exit code 3[\s\S]*no luck/],
  [
    'a server whose last words follow a long log',
    'echo first >&2; seq 20000 >&2; echo no port left >&2; exit 3',
    /first[\s\S]*no port left/,
  ],
  ['a server that prints something else', 'echo hello; sleep 5', /not a base URL: hello/],
  ['a command that is none', 'no-such-command-anywhere', /exit code 127/],
];

for (const [what, command, message] of failing) {
  test(`exit 4: --spawn of ${what}`, async () => {
    const { code, out } = await capture(['run', '--spawn', command, '--clause', 'search.fine']);
    assert.match(out, message);
    assert.equal(code, 4);
  });
}

/** Starts a run of the slow scenario, and waits until it has made its index. */
async function startSlowRun(...flags: readonly string[]) {
  const [program = '', ...own] = node;
  const before = new Set(fake.indices.keys());
  const argv = ['run', '--base-url', fake.base_url, '--clause', 'search.slow', ...flags];
  const child = spawn(program, [...own, cliModule, ...argv], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  const code = new Promise((resolve) => child.once('close', resolve));
  const hasStarted = (): boolean =>
    [...fake.indices.keys()].some((name) => !before.has(name) && !name.endsWith('-probe'));
  while (!hasStarted()) await new Promise((resolve) => setTimeout(resolve, 20));
  return { child, output, code };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(
    `exit 130: ${signal}, sent to the process and to its group, lets the scenario under way clean up`,
    { timeout: 60_000 },
    async () => {
      const json = join(folder, `${signal}.json`);
      const { child, output, code } = await startSlowRun('--json', json);
      child.kill(signal);
      child.kill(signal);
      assert.equal(await code, 130);
      assert.deepEqual([...fake.indices.keys()], [], 'the index is removed');
      assert.equal(lastLine(output.text), '0 passed, 0 failed, 1 skipped');
      assert.match(readFileSync(json, 'utf8'), /"outcome": "interrupted"/);
    },
  );
}

test(
  'signals until the end of an interrupted run do not change its exit code',
  { timeout: 60_000 },
  async () => {
    const { child, code } = await startSlowRun();
    const signals = setInterval(() => child.kill('SIGHUP'), 1);
    assert.equal(await code, 130);
    clearInterval(signals);
    while (fake.indices.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  },
);

test('a second signal ends the run at once, with its reports', { timeout: 60_000 }, async () => {
  const json = join(folder, 'forced.json');
  const release = fake.holdSlow();
  const { child, code } = await startSlowRun('--json', json);
  child.kill('SIGINT');
  await new Promise((resolve) => setTimeout(resolve, 1100));
  child.kill('SIGTERM');
  assert.equal(await code, 130);
  assert.match(readFileSync(json, 'utf8'), /"outcome": "interrupted"/);
  release();
  while (fake.indices.size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
});

/** Where a secret may come from; the command holds it in pieces, as a command line is no secret itself. */
const sources: readonly string[] = [
  'env:CREDENTIALS',
  `file:${join(folder, 'credentials')}`,
  'command:printf %s%s elastic:correct -horse',
];

for (const source of sources) {
  test(`a secret from ${source.split(':', 1)[0]} stands in no report`, async () => {
    const secret = 'elastic:correct-horse';
    const encoded = Buffer.from(secret).toString('base64');
    writeFileSync(join(folder, 'credentials'), `${secret}\n`);
    const [json, junit] = [join(folder, 'secret.json'), join(folder, 'secret.xml')];
    const flags = ['--clause', 'search.secret', '--auth', `basic=${source}`];
    const reports = ['--json', json, '--report', `junit=${junit}`];
    const argv = ['run', '--base-url', fake.base_url, ...flags, ...reports];
    const { out, err, code } = await capture(argv, { CREDENTIALS: secret });
    const report = readFileSync(json, 'utf8');
    assert.equal(code, 1);
    assert.match(report, /authorization\\": ?\\"Basic \*\*\*/, 'the server saw the header');
    for (const shown of [out, err, report, readFileSync(junit, 'utf8')]) {
      for (const text of [secret, encoded, 'correct-horse']) assert.ok(!shown.includes(text), text);
    }
  });
}

test('a secret in the command of --spawn stands in no report either', async () => {
  const json = join(folder, 'spawn.json');
  const command = `PASSWORD=correct-horse ${spawned}`;
  const flags = ['--clause', 'search.wrong', '--auth', 'bearer=env:TOKEN', '--json', json];
  const argv = ['run', '--spawn', command, ...flags];
  const { out, code } = await capture(argv, { TOKEN: 'correct-horse' });
  assert.equal(code, 1);
  for (const shown of [out, readFileSync(json, 'utf8')])
    assert.ok(!shown.includes('correct-horse'));
});
