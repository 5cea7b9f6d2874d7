// Runs every compiled unit test: a list of files, since the patterns that the test runner takes differ between versions of Node.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const tests = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => join('dist', name));
const flags = [
  '--test',
  // Many tests wait for other processes. Left alone, the runner keeps one processor free.
  `--test-concurrency=${2 * availableParallelism()}`,
  ...(process.stdout.isTTY ? [] : ['--test-reporter=./.ci/reporter.mjs']),
  ...process.argv.slice(2),
];
const child = spawn(process.execPath, [...flags, ...tests], { stdio: 'inherit' });
child.on('close', (code) => process.exit(code ?? 1));
