import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { writeFile } from './write-file.ts';

const skip = process.platform === 'win32';

test('a file is made, and replaced behind its link with the mode that it has', { skip }, () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, 'report'), join(folder, 'link')];
  writeFile(file, 'old');
  chmodSync(file, 0o600);
  symlinkSync(file, link);
  writeFile(link, 'new');
  assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o777], ['new', 0o600]);
  assert.deepEqual(readdirSync(folder), ['link', 'report']);
});

test('a file stays whole if the process may not write all of the new one', { skip }, () => {
  const file = join(temporaryFolder(), 'report');
  writeFileSync(file, 'old');
  const module = new URL('write-file.js', import.meta.url).href;
  const program = `import { writeFile } from '${module}'; writeFile('${file}', 'x'.repeat(100_000));`;
  const limited = `ulimit -f 8; exec '${process.execPath}' --input-type=module -e "$0"`;
  assert.notEqual(spawnSync('sh', ['-c', limited, program]).status, 0);
  assert.equal(readFileSync(file, 'utf8'), 'old');
});
