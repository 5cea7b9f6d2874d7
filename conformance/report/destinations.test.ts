import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UsageError } from '../base/errors.ts';
import { readDestinations, writeReport, writeReports } from './destinations.ts';
import { Masker } from './mask.ts';
import type { RunOutcome } from './outcome.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();
mkdirSync(join(folder, 'real'));
symlinkSync(join(folder, 'real'), join(folder, 'link'));
writeFileSync(join(folder, 'known.yaml'), '');
symlinkSync(join(folder, 'known.yaml'), join(folder, 'other.yaml'));
symlinkSync(join(folder, 'itself'), join(folder, 'itself'));

for (const [what, values, inputs, message] of [
  ['one file', ['json=a', 'junit=a'], [], /two reports go to the file/],
  ['one file, written in two ways', ['json=a', 'junit=real/../a'], [], /two reports/],
  ['one file behind a linked folder', ['json=real/a', 'junit=link/a'], [], /two reports/],
  ['the baseline', ['json=known.yaml'], ['known.yaml'], /would replace the file/],
  ['a link to itself', ['json=itself'], [], /cannot be written/],
  ['a link to the baseline', ['json=other.yaml'], ['known.yaml'], /would replace the file/],
] as const) {
  test(`reports to ${what} are refused before the run`, () => {
    const named = values.map((value) => value.replace('=', `=${folder}/`));
    const read = inputs.map((file) => join(folder, file));
    assert.throws(
      () => readDestinations(named, read),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  });
}

for (const [value, message] of [
  ['console=out.txt', /^--report console takes no file; json, junit, .* do$/],
  ['jsonn=out.json', /^--report: unknown kind "jsonn"; known: console, json, junit, /],
  ['json=', /^--report json=: the name of the file is missing$/],
] as const) {
  test(`--report ${value} is refused with what it can be`, () => {
    assert.throws(
      () => readDestinations([value], []),
      (error) => error instanceof UsageError && message.test(error.message),
    );
  });
}

test('console is no destination: it is written while the run goes on', () => {
  assert.deepEqual(readDestinations(['console', 'json=a.json'], []), [
    { kind: 'json', file: 'a.json' },
  ]);
});

test('a file that cannot be written costs one report, and one line says so', () => {
  const run = { id: 'a', version: '1', base_url: '', profile: 'p', notes: {}, again: '' };
  const outcome: RunOutcome = {
    run: { ...run, started_at: '2026-01-01T00:00:00.000Z', duration_ms: 1 },
    results: [],
    verdicts: [],
    baseline: { entries: [], excused: new Set(), stale: [] },
    counts: { passed: 0, failed: 0, skipped: 0, observed: 0 },
    unjudged: [],
    serverErrors: [],
    exit_code: 0,
  };
  const [lost, fine] = [join(folder, 'missing', 'lost.json'), join(folder, 'fine.xml')];
  const lines = writeReports(outcome, {
    destinations: [
      { kind: 'json', file: lost },
      { kind: 'junit', file: fine },
    ],
    out: { write: () => undefined, isTerminal: false, colours: false },
    masker: new Masker([]),
    page: () => '',
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /^error: the report .*lost\.json cannot be written: ENOENT/);
  assert.match(readFileSync(fine, 'utf8'), /^<\?xml/);
});

test('a pipe that nobody reads costs one report', { skip: process.platform === 'win32' }, () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  assert.match(writeReport(pipe, 'text')[0] ?? '', /pipe cannot be written: ENXIO/);
});
