import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { UsageError } from './errors.ts';
import { readParsed, readText, readYaml } from './read-file.ts';

const folder = temporaryFolder();

const skip = process.platform === 'win32';

function pipeNamed(name: string): string {
  const pipe = join(folder, name);
  execFileSync('mkfifo', [pipe]);
  return pipe;
}

test('a pipe that nobody writes to is empty', { skip }, () => {
  assert.equal(readText(pipeNamed('unused')), '');
});

test('a pipe is read to its end, and not for ever', { skip }, async () => {
  const pipe = pipeNamed('used');
  const script = 'exec 3<>"$0"; echo ready; (sleep 0.3; echo text >&3) & wait; sleep 0.2';
  const writer = spawn('sh', ['-c', script, pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => writer.stdout.once('data', resolve));
  assert.equal(readText(pipe), 'text\n');

  const silent = spawn('sh', ['-c', 'exec 3<>"$0"; echo ready; exec sleep 60', pipe], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => silent.stdout.once('data', resolve));
  assert.throws(() => readText(pipe), /does not end within 5000 ms/);
  silent.kill();
});

test('what has no end, and more YAML than a person writes, is refused', { skip }, () => {
  assert.throws(() => readText('/dev/zero'), /more than 256 MiB/);
  const file = join(folder, 'large.yaml');
  writeFileSync(file, `a: [${'1,'.repeat(600_000)}1]`);
  assert.throws(() => readParsed('the profile', file), UsageError);
  assert.throws(() => readParsed('the profile', file), /more than 1 MiB/);
});

test('the line of an error is shown, but not for each of many errors', () => {
  assert.throws(() => readYaml('a: ]'), / at line 1/);
  assert.throws(() => readYaml(']'.repeat(40_000)), /^(?!.* at line 1)/);
});
