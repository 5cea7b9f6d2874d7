// Runs every compiled unit test: a list of files, since the patterns that the test runner takes differ between versions of Node.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => join('dist', name));
const child = spawn(process.execPath, ['--test', ...process.argv.slice(2), ...tests], {
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
