import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { parse } from 'yaml';
import { fromRoot } from '../../spec/root.ts';
import { capture } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const schema = readFileSync(fromRoot('conformance', 'report', 'baseline.schema.json'), 'utf8');
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
addFormats.default(ajv);
const fits = ajv.compile(JSON.parse(schema) as object);

/** Baselines over one clause, and what comes of each. */
const baselines: readonly (readonly [string, string, string, number, RegExp])[] = [
  ['a known failure', 'search.wrong', '', 0, /1 known failures/],
  ['a failure that is fixed', 'search.fine', '', 1, /baseline fixed: search\.fine: it passes now/],
  [
    'a failure that changed',
    'search.wrong',
    'fingerprint: abcdef012345',
    1,
    /baseline changed: search\.wrong: .* fails in a different way now: fingerprint [0-9a-f]{12}/,
  ],
  [
    'an incomplete clause that changed',
    'search.clock',
    'fingerprint: abcdef012345',
    1,
    /baseline changed: search\.clock: .* is incomplete in a different way now: fingerprint/,
  ],
  [
    'an entry that expired',
    'search.wrong',
    'expires: 2020-01-31',
    1,
    /baseline expired: search\.wrong: it was valid until 2020-01-31/,
  ],
  ['no excuse for a broken kit', 'search.undefined-step', '', 5, /no step is defined/],
  ['a precondition that is not reached', 'search.precondition', '', 0, /1 known failures/],
  ['a missing hook', 'search.clock', '', 0, /1 known failures/],
];

for (const [what, clause, more, expected, words] of baselines) {
  test(`exit ${expected}: ${what}`, async () => {
    const entry = `clause: ${clause}\n  reason: known\n  ${more}`;
    const known = file('known.yaml', `- ${entry.trimEnd()}\n`);
    const flags = ['--clause', clause, '--known-failures', known];
    const { code, out } = await capture(['run', '--base-url', fake.base_url, ...flags]);
    assert.match(out, words);
    assert.equal(code, expected);
  });
}

/** Entries that are wrong, and what the message says. */
const wrongEntries: readonly (readonly [string, RegExp])[] = [
  ['{ clause: search.gone, reason: a }', /entry 1: unknown clause "search\.gone"/],
  ['{ clause: search.wrong }', /entry 1: the key "reason" is missing/],
  ['{ clause: search.wrong, reason: " " }', /entry 1: the key "reason" needs a text value/],
  ['{ clause: search.wrong, reason: a, isue: b }', /unknown key "isue"; did you mean issue\?/],
  ['{ clause: search.wrong, reason: a, expires: 2030-02-31 }', /expires must be a day such as/],
  ['{ clause: search.wrong, reason: a, fingerprint: abc }', /must be 12 hexadecimal digits.*"abc"/],
  [
    '{ clause: search.wrong, reason: a, scenario: too few hit }',
    /has no scenario "too few hit"; did you mean too few hits\?/,
  ],
  ['search.wrong', /entry 1: it must be a mapping/],
];

for (const [entry, message] of wrongEntries) {
  test(`exit 2: the entry ${entry}`, async () => {
    const known = file('unmatched.yaml', `- ${entry}\n`);
    const flags = ['--base-url', 'http://localhost:1', '--known-failures', known];
    const { code, err } = await capture(['run', ...flags]);
    assert.match(err, message);
    assert.equal(code, 2);
  });
}

test('an entry is fixed only if all of its scenarios ran', async () => {
  const known = file('timed.yaml', '- { clause: search.timed, reason: known }\n');
  const flags = ['--clause', 'search.timed', '--known-failures', known];
  const run = ['run', '--base-url', fake.base_url, ...flags];
  for (const [shard, line] of [
    ['1/1', /1 known failures/],
    ['1/2', /1 passed, 0 failed, 0 skipped/],
    ['2/2', /1 known failures/],
  ] as const) {
    const { code, out } = await capture([...run, '--shard', shard]);
    assert.doesNotMatch(out, /baseline fixed/);
    assert.match(out, line);
    assert.equal(code, 0, out);
  }
});

interface Known {
  readonly clause: string;
  readonly reason: string;
  readonly fingerprint?: string;
}

/** Runs clauses, and writes the baseline of that. */
async function update(clauses: readonly string[], known: string, ...flags: readonly string[]) {
  const json = join(folder, 'run.json');
  await capture(['run', '--base-url', fake.base_url, '--clause', ...clauses, '--json', json]);
  return capture(['baseline', 'update', '--report', json, '--file', known, ...flags]);
}

test('baseline update writes what fails or is incomplete; with it, the run passes', async () => {
  const known = join(folder, 'new.yaml');
  const clauses = ['search.wrong', 'search.clock', 'search.precondition', 'search.fine'];
  const { code, out } = await update(clauses, known, '--issue', 'https://example.com/1');
  assert.equal(code, 0);
  assert.equal(out, `${known}: 3 known failures: 3 added, 0 changed, 0 removed\n`);
  const text = readFileSync(known, 'utf8');
  assert.match(text, /^# yaml-language-server: \$schema=.*baseline\.schema\.json\n/);
  const entries = parse(text) as readonly Known[];
  assert.ok(fits(entries), JSON.stringify(fits.errors));
  const sorted = ['search.clock', 'search.precondition', 'search.wrong'];
  assert.deepEqual(
    entries.map(({ clause }) => clause),
    sorted,
  );
  assert.match(
    entries[2]?.reason ?? '',
    /^not examined yet: POST \S+: other hits came: expected 3/,
  );
  const flags = ['--clause', ...clauses, '--known-failures', known];
  const again = await capture(['run', '--base-url', fake.base_url, ...flags]);
  assert.match(again.out, /3 known failures/);
  assert.equal(again.code, 0);
});

test('a baseline with nothing but a comment has no entries, and keeps the comment', async () => {
  const known = file('comment.yaml', '# what we know\n');
  const flags = ['--clause', 'search.fine', '--known-failures', known];
  assert.equal((await capture(['run', '--base-url', fake.base_url, ...flags])).code, 0);
  const { out } = await update(['search.wrong'], known);
  assert.match(out, /1 known failures: 1 added/);
  assert.match(readFileSync(known, 'utf8'), /^# what we know\n+- /);
});

test('baseline update keeps reasons, comments and what did not run, and removes what is fixed', async () => {
  const old = [
    '# What we know.',
    '- clause: search.wrong # see the wiki',
    '  reason: Off by two.',
    '  fingerprint: abcdef012345',
    '',
    '# Waits for the new clock.',
    '- clause: search.clock',
    '  reason: No hook yet.',
    '  expires: 2030-01-31',
    '- { clause: search.fine, reason: gone }',
    '',
  ];
  const known = file('old.yaml', old.join('\n'));
  const { out } = await update(['search.wrong', 'search.fine'], known);
  assert.equal(out, `${known}: 2 known failures: 0 added, 1 changed, 1 removed\n`);
  const text = readFileSync(known, 'utf8');
  for (const kept of ['# What we know.', '# see the wiki', '# Waits for the new clock.']) {
    assert.ok(text.includes(kept), text);
  }
  const entries = parse(text, { schema: 'failsafe' }) as readonly Known[];
  assert.deepEqual(entries[0], {
    clause: 'search.clock',
    reason: 'No hook yet.',
    expires: '2030-01-31',
  });
  assert.equal(entries[1]?.reason, 'Off by two.');
  assert.notEqual(entries[1]?.fingerprint, 'abcdef012345');
  await update(['search.wrong', 'search.fine'], known);
  assert.equal(readFileSync(known, 'utf8'), text, 'a second update changes nothing');
});

test('baseline update writes nothing about scenarios that --bail left out', async () => {
  const json = join(folder, 'bail.json');
  const known = join(folder, 'bail.yaml');
  const flags = ['--clause', 'search.wrong', 'search.failing-server', 'search.slow', '--bail'];
  await capture(['run', '--base-url', fake.base_url, '--parallel', '1', ...flags, '--json', json]);
  await capture(['baseline', 'update', '--report', json, '--file', known]);
  const { scenarios } = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly scenarios: readonly { readonly outcome: string }[];
  };
  const failed = scenarios.filter(({ outcome }) => outcome === 'failed').length;
  assert.ok(failed < scenarios.length);
  assert.equal((parse(readFileSync(known, 'utf8')) as readonly Known[]).length, failed);
});

test('baseline update refuses the report of other scenarios, and to replace the report', async () => {
  const json = join(folder, 'run.json');
  await update(['search.wrong'], join(folder, 'any.yaml'));
  const same = await capture(['baseline', 'update', '--report', json, '--file', json]);
  assert.equal(same.code, 2);
  const foreign = readFileSync(json, 'utf8').replaceAll('too few hits', 'another name');
  const other = file('other.json', foreign);
  const known = join(folder, 'none.yaml');
  const { code, err } = await capture(['baseline', 'update', '--report', other, '--file', known]);
  assert.match(err, /other\.json: this version of the kit has no scenario .* "another name"/);
  assert.equal(code, 2);
  assert.ok(!existsSync(known));
});
