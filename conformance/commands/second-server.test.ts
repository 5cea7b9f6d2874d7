import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fromRoot } from '../../spec/root.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { ownSuite } from '../run/suite.ts';

const reference = fromRoot('dist', 'bundle', 'reference', 'main.js');

/** A program that starts the reference, notes its port and that of each request of values, and may refuse to run twice. */
const starter = `
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, existsSync } from 'node:fs';
const [, , starts, most, port] = process.argv;
if (most === 'once' && existsSync(starts)) process.exit(7);
appendFileSync(starts, port + '\\n');
subscribe('http.server.request.start', ({ request }) => {
  if (/ck-\\w+-f-[1-9]/.test(request.url)) appendFileSync(starts + '-values', port + '\\n');
});
process.argv = ['node', ${JSON.stringify(reference)}, '--port', port, '--test-control'];
await import(${JSON.stringify(pathToFileURL(reference).href)});
`;

/** Scenarios that run alone, and others. */
const clauses = ['scroll.clear-all', 'scroll.size-bounds-first-batch'];

/** Runs the checks of these clauses; returns the ports of the servers, and of those that got values. */
async function portsOf(
  most: 'once' | 'any',
  {
    values = '0',
    clause = 'sql.filter-with-where',
    flags = [],
  }: {
    readonly values?: string;
    /** Another clause, which properties are about. */
    readonly clause?: string;
    readonly flags?: readonly string[];
  } = {},
) {
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
    clause,
    '--values',
    values,
  ];
  const { code, out, err } = await capture(['run', ...target, ...flags], {}, ownSuite());
  assert.match(lastLine(out), /^\d+ passed, 0 failed, 0 skipped$/, err);
  assert.equal(code, 0);
  const portsIn = (file: string): readonly string[] => [
    ...new Set(existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []),
  ];
  return { started: portsIn(starts), withValues: portsIn(`${starts}-values`) };
}

test('--spawn starts a second server for the scenarios that must run alone', async () => {
  const { started } = await portsOf('any');
  assert.equal(started.length, 2);
});

test('a server that cannot run twice runs all scenarios', async () => {
  const { started, withValues } = await portsOf('once', { values: '5' });
  assert.equal(started.length, 1);
  assert.deepEqual(withValues, started);
});

test('one scenario at a time needs no second server', async () => {
  const { started } = await portsOf('any', { flags: ['--parallel', '1'] });
  assert.equal(started.length, 1);
});

test('values that move the clock have the second server for themselves', async () => {
  const clause = 'from-size.consecutive-pages-join';
  const { started, withValues } = await portsOf('any', { values: '5', clause });
  assert.deepEqual(withValues, started.slice(1));
});
