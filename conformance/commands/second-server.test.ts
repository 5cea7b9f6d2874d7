import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../spec/root.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { ownSuite } from '../run/suite.ts';

const reference = fromRoot('dist', 'bundle', 'reference', 'main.js');

/** A program that starts the reference, notes its port, and may refuse to run twice. */
const starter = `
import { appendFileSync, existsSync } from 'node:fs';
const [, , starts, most, port] = process.argv;
if (most === 'once' && existsSync(starts)) process.exit(7);
appendFileSync(starts, port + '\\n');
process.argv = ['node', ${JSON.stringify(reference)}, '--port', port, '--test-control'];
await import(${JSON.stringify(pathToFileURL(reference).href)});
`;

const clauses = ['scroll.clear-all', 'scroll.size-bounds-first-batch'];

/** Runs three scenarios that run alone and three others; returns the number of servers that ran. */
async function serversOf(most: 'once' | 'any', ...flags: readonly string[]): Promise<number> {
  const folder = temporaryFolder();
  const [program, starts] = [join(folder, 'start.mjs'), join(folder, 'starts')];
  writeFileSync(program, starter);
  const command = ['node', program, starts, most, '{port}'].map((word) => `"${word}"`).join(' ');
  const target = [
    '--spawn',
    command,
    '--profile',
    'reference',
    '--clause',
    ...clauses,
    '--values',
    '0',
  ];
  const { code, out, err } = await capture(['run', ...target, ...flags], {}, ownSuite());
  assert.equal(lastLine(out), '6 passed, 0 failed, 0 skipped', err);
  assert.equal(code, 0);
  return readFileSync(starts, 'utf8').trimEnd().split('\n').length;
}

test('--spawn starts a second server for the scenarios that must run alone', async () => {
  assert.equal(await serversOf('any'), 2);
});

test('a server that cannot run twice runs all scenarios', async () => {
  assert.equal(await serversOf('once'), 1);
});

test('one scenario at a time needs no second server', async () => {
  assert.equal(await serversOf('any', '--parallel', '1'), 1);
});
