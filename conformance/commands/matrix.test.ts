import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { format } from 'oxfmt';
import { capture } from '../testing/capture.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

const folder = temporaryFolder();

/** Verdicts by clause id; each clause has one scenario, which has the members of `details`. */
function report(
  server: string,
  verdicts: Readonly<Record<string, string>>,
  details: Readonly<Record<string, object>> = {},
): string {
  const ids = Object.keys(verdicts);
  const content = {
    format: 1,
    run: {
      id: `run-of-${server}`,
      version: '1.2.3',
      base_url: 'http://localhost',
      profile: server,
      notes: { 'scroll.noted': 'A *new* server answers `400`.' },
      started_at: '2026-01-02T03:04:05.000Z',
      duration_ms: 61_400,
      again: '',
    },
    summary: { passed: 0, failed: 0, skipped: 0, observed: 0, exit_code: 0 },
    clauses: ids.map((id) => ({
      id,
      chapter: id.split('.')[0],
      level: verdicts[id] === 'observed' ? 'SILENT' : 'MUST',
      text: `The text of \`${id}\`.`,
      source: { section: 'A', row: '1' },
      verdict: verdicts[id],
      scenarios: [id],
    })),
    scenarios: ids.map((id) => ({ ...scenario(id), ...details[id] })),
    baseline: { entries: [], excused: [], stale: [] },
    unjudged: [],
    server_errors: [],
  };
  const file = join(folder, `${server}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

function scenario(id: string): object {
  const lists = { tags: [], observations: [], exchanges: [], leftovers: [] };
  const names = { id, name: id, feature: '', clauses: [id] };
  return { ...names, outcome: 'passed', excused: false, duration_ms: 1, ...lists };
}

function failed(got: string): object {
  const failure = { step: 's', kind: 'value', message: 'refused', expected: 'a', got };
  return {
    outcome: 'failed',
    failure: { ...failure, differences: [], fingerprint: '0'.repeat(12) },
  };
}

function answered(value: unknown): object {
  return { outcome: 'observed', observations: [{ what: 'answer', value }] };
}

const old = report(
  'old',
  { 'scroll.noted': 'non-conformant', 'scroll.open': 'conformant', 'errors.body': 'observed' },
  {
    'scroll.noted': failed('400'),
    'errors.body': answered({ status: 400, body: { error: { type: 'wrong_call' } } }),
  },
);
const young = report(
  'young',
  {
    'scroll.open': 'non-conformant',
    'scroll.late': 'incomplete',
    'errors.body': 'observed',
    'sql.ask': 'not-claimed',
  },
  {
    'scroll.open': failed('{"status":503}'),
    'scroll.late': { outcome: 'incomplete', reason: 'no hook advance_clock' },
    'errors.body': answered({ status: 404 }),
  },
);

test('the matrix counts verdicts by server and by chapter', async () => {
  const { code, out } = await capture(['matrix', `Server 1=${old}`, young]);
  assert.equal(code, 0);
  assert.match(out, /^1\. Server 1: kit 1\.2\.3, profile `old`, 2026-01-02, 61 s$/m);
  assert.match(out, /^2\. young: /m);
  assert.match(out, /^\| ✗ non-conformant +\| 1 +\| 1 +\|$/m);
  assert.match(out, /^\| scroll +\| \*\*1\/2\*\* \| \*\*0\/2\*\* \|$/m);
  assert.match(out, /^\| errors +\| o +\| o +\|$/m);
  assert.match(out, /^\| sql +\| – +\| – +\|$/m);
  assert.doesNotMatch(out, /Deviations/);
});

test('with details it says what differs from the specification, and how answers differ', async () => {
  const { out } = await capture(['matrix', `Server 1=${old}`, young, '--details']);
  const lines = [
    '- `scroll.noted` (MUST): The text of `scroll.noted`.',
    String.raw`  - Server 1: A \*new\* server answers ${'`400`'}.`,
    '  - young: `refused: {"status":503}`',
    '- young: no hook advance_clock',
    '  - `scroll.late`',
    '  - answer. 1: `400 wrong_call`; 2: `404`',
    '| `noted` | ✗   |     |',
    '| `open`  | ✓   | ✗   |',
    '| `late`  |     | ?   |',
  ];
  for (const line of lines) assert.ok(out.split('\n').includes(line), `${line}\n${out}`);
  assert.deepEqual(await format('results.md', out, { printWidth: 100 }), { code: out, errors: [] });
});

test('it replaces only the part of a page that it has written', async () => {
  const file = join(folder, 'page.md');
  const into = ['--into', file];
  await capture(['matrix', old, ...into]);
  writeFileSync(file, `Before.\n\n${readFileSync(file, 'utf8')}\n## By hand\n\nAfter.\n`);
  assert.equal((await capture(['matrix', young, ...into])).code, 0);
  const page = readFileSync(file, 'utf8');
  assert.match(page, /^Before\.\n\n<!-- .+ -->\n\n# Results\n/);
  assert.match(page, /\n<!-- .+ -->\n\n## By hand\n\nAfter\.\n$/);
  assert.match(page, /^1\. young/m);
  assert.doesNotMatch(page, /^1\. old/m);
  await capture(['matrix', young, ...into]);
  assert.equal(readFileSync(file, 'utf8'), page);
});

test('a page without such a part is not touched', async () => {
  const file = join(folder, 'own.md');
  writeFileSync(file, 'Mine.\n');
  const { code, err } = await capture(['matrix', old, '--into', file]);
  assert.equal(code, 2);
  assert.match(err, /has not the lines/);
  assert.equal(readFileSync(file, 'utf8'), 'Mine.\n');
});

test('a page without an end is refused', { skip: !existsSync('/dev/zero') }, async () => {
  const { code, err } = await capture(['matrix', old, '--into', '/dev/zero']);
  assert.equal(code, 2);
  assert.match(err, /the page \/dev\/zero cannot be read: it has more than 256 MiB/);
});

test('a file that is not the report of a run is refused', async () => {
  const file = join(folder, 'other.json');
  writeFileSync(file, '{"format":2}');
  for (const [argument, words] of [
    [file, /other\.json is not the JSON report of a run: the top level must have/],
    [join(folder, 'none.json'), /none\.json cannot be read/],
  ] as const) {
    const { code, err } = await capture(['matrix', argument]);
    assert.match(err, words);
    assert.equal(code, 2);
  }
});
