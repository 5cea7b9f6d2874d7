import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { type Clause, loadLedger } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from '../testing/capture.ts';

const { clauses } = loadLedger();

async function listed(...flags: readonly string[]): Promise<readonly Clause[]> {
  const { code, out, err } = await capture(['list', '--json', ...flags], {}, ownSuite());
  assert.equal(code, 0, err);
  return JSON.parse(out) as readonly Clause[];
}

function ids(found: readonly Clause[]): readonly string[] {
  return found.map(({ id }) => id);
}

test('the filters of list narrow each other', async () => {
  const silent = await listed('--silent');
  assert.deepEqual(ids(silent), ids(clauses.filter(({ level }) => level === 'SILENT')));
  const rules = await listed('--section', 'paging RULES', '--level', 'SHOULD');
  assert.ok(rules.length > 0);
  assert.deepEqual(
    ids(rules),
    ids(clauses.filter((one) => one.source.section === 'Paging rules' && one.level === 'SHOULD')),
  );
  const words = await listed('--word', 'scroll_id', 'PATH');
  assert.ok(words.length > 0);
  assert.ok(words.every(({ text, source }) => /scroll_id/i.test(`${text}${source.row}`)));
  const both = await listed('--word', 'id', '--chapter', 'scroll', '--silent');
  assert.ok(both.length < (await listed('--chapter', 'scroll', '--silent')).length);
});

test('list refuses a level, a format and a section that do not exist', async () => {
  for (const [flag, value, message] of [
    ['--level', 'MAY', /--level .* MUST, SHOULD, SILENT/],
    ['--format', 'xml', /--format .* markdown/],
    ['--section', 'Pagging rules', /Pagging rules/],
  ] as const) {
    const { code, err } = await capture(['list', flag, value], {}, ownSuite());
    assert.equal(code, 2, err);
    assert.match(err, message);
  }
});

test('list --untested says so if there is nothing to list, and names what has no scenario', async () => {
  const { out } = await capture(['list', '--untested'], {}, ownSuite());
  assert.equal(out, 'every clause has a scenario, or a reason why it cannot be observed\n');
  assert.deepEqual(await listed('--untested'), []);
  const few = await capture(['list', '--untested']);
  assert.match(few.out, /search\.no-scenario\b/);
  assert.doesNotMatch(few.out, /search\.fine\b/);
  assert.match(few.out, /, 1 without a scenario$/m);
});

test('every format has every clause', async () => {
  const csv = await capture(['list', '--format', 'csv'], {}, ownSuite());
  const records: readonly Readonly<Record<string, string>>[] = parse(csv.out, { columns: true });
  assert.deepEqual(
    records.map(({ id, section, text }) => [id, section, text]),
    clauses.map(({ id, source, text }) => [id, source.section, text]),
  );
  const markdown = await capture(['list', '--format', 'markdown'], {}, ownSuite());
  const lines = markdown.out.trimEnd().split('\n');
  assert.equal(lines.length, clauses.length + 2);
  assert.ok(lines.every((line) => line.split(/(?<!\\)\|/).length === 8));
});

test('list --needs refuses an unknown chapter', async () => {
  const { code, err } = await capture(['list', '--needs', '--chapter', 'rollver'], {}, ownSuite());
  assert.equal(code, 2);
  assert.match(err, /unknown chapter rollver \(known: .*\); did you mean rollover\?$/m);
});

test('list --needs says for each chapter what a server needs, with its name in a profile', async () => {
  const { code, out } = await capture(['list', '--needs', '--chapter', 'rollover'], {}, ownSuite());
  assert.equal(code, 0);
  assert.match(out, /^rollover$/m);
  assert.match(out, /^ {2}hook +run_policies +\d+ clauses$/m);
  assert.match(out, /^ {2}extra +default:one-shard +\d+ scenarios +an index that names no/m);
  assert.doesNotMatch(out, /^scroll$/m);
  const json = await capture(['list', '--needs', '--json'], {}, ownSuite());
  const rows = JSON.parse(json.out) as readonly { readonly chapter: string }[];
  assert.ok(new Set(rows.map(({ chapter }) => chapter)).size > 15);
});

test('list --needs refuses filters of clauses', async () => {
  for (const flags of [
    ['--word', 'a'],
    ['--silent'],
    ['--profile', 'reference'],
    ['--format', 'csv'],
  ]) {
    const { code, err } = await capture(['list', '--needs', ...flags], {}, ownSuite());
    assert.equal(code, 2, err);
    assert.match(err, /--needs/);
  }
});

test('the documentation shows a clause as explain does', async () => {
  const page = readFileSync(fromRoot('docs', 'ledger.md'), 'utf8');
  const [, id = '', shown] =
    /\$ npx search-conformance explain (\S+)\n([\s\S]*?)\n```/.exec(page) ?? [];
  const { out } = await capture(['explain', id], {}, ownSuite());
  assert.equal(shown, out.trimEnd());
});
