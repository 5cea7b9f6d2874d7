import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { capture } from '../testing/capture.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { cliModule } from '../testing/suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const fake = await startFakeServer();
after(() => fake.close());

/** Runs the command line with a standard output whose reader is gone; returns its exit code and stderr. */
async function runUnread(argv: readonly string[]): Promise<readonly [unknown, string]> {
  const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
  const child = spawn(process.execPath, [...flags, cliModule, ...argv]);
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stdout.destroy();
  const [code] = await once(child, 'close');
  return [code, text];
}

for (const [argv, expected] of [
  [['list', '--json'], 0],
  [['explain', 'search.fine'], 0],
  [['--help'], 0],
  [['run', '--base-url', fake.base_url, '--parallel', '1', '--tags', '@search.fine'], 130],
] as const) {
  test(`${argv[0]} stops quietly if nobody reads its output`, { timeout: 60_000 }, async () => {
    assert.deepEqual(await runUnread(argv), [expected, '']);
  });
}

test('merge keeps its exit code if nobody reads its output', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const json = join(folder, 'report.json');
  const only = ['--tags', '@search.wrong', '--shard', '1/1'];
  await capture(['run', '--base-url', fake.base_url, ...only, '--json', json]);
  assert.deepEqual(await runUnread(['merge', json]), [1, '']);
});

/** A device that takes nothing, as a full disk does. */
/** The line that a run writes if the first answer takes long, as it does on a busy machine. */
const notice = /^waiting for the first answer of .*\n/;
const full = '/dev/full';

for (const argv of [
  ['list', '--json'],
  ['run', '--base-url', fake.base_url, '--parallel', '1', '--tags', '@search.fine'],
]) {
  const skip = !existsSync(full);
  test(
    `${argv[0]} says in one line that its output is lost`,
    { skip, timeout: 60_000 },
    async () => {
      const flags = process.execArgv.filter((flag) => !flag.startsWith('--test'));
      const stdio = ['ignore', openSync(full, 'w'), 'pipe'] as const;
      const child = spawn(process.execPath, [...flags, cliModule, ...argv], { stdio: [...stdio] });
      let text = '';
      child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const [code] = (await once(child, 'close')) as readonly unknown[];
      assert.match(
        text.replace(notice, ''),
        /^error: the standard output cannot be written: .*ENOSPC.*\n$/,
      );
      assert.equal(code, 6);
    },
  );
}

test('run says in one line that a report is lost', { skip: !existsSync(full) }, async () => {
  const { code, err } = await capture([
    'run',
    '--base-url',
    fake.base_url,
    '--tags',
    '@search.fine',
    '--json',
    full,
  ]);
  assert.match(
    err.replace(notice, ''),
    /^error: the report \/dev\/full cannot be written: ENOSPC.*\n$/,
  );
  assert.equal(code, 6);
});
