import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capture } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

function profile(name: string, content: string): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, `name: ${name}\n${content}\n`);
  return file;
}

const moving = `hooks:
  advance_clock: { method: PUT, path: /moved, takes: 400ms, undo: { method: PUT, path: /undone } }`;

test('a hook is given the time that it takes, and is taken back when the run is over', async () => {
  const server = await startFakeServer();
  const json = join(folder, 'report.json');
  const flags = ['--base-url', server.base_url, '--profile', profile('slow', moving)];
  const { code } = await capture([
    'run',
    '--parallel',
    '1',
    ...flags,
    '--allow-global',
    '--clause',
    'search.clock',
    '--json',
    json,
  ]);
  assert.equal(code, 0);
  assert.deepEqual([...server.indices.keys()], ['moved', 'undone']);
  const report = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly scenarios: readonly { readonly duration_ms: number }[];
  };
  assert.ok(report.scenarios.every(({ duration_ms }) => duration_ms >= 400));
  await server.close();
});

test('what is not used is not taken back, and what cannot be taken back is told', async () => {
  const server = await startFakeServer();
  const base = ['run', '--parallel', '1', '--allow-global', '--base-url', server.base_url];
  await capture([...base, '--profile', profile('idle', moving), '--clause', 'search.fine']);
  assert.deepEqual([...server.indices.keys()], []);
  const stubborn = profile('stubborn', moving.replace('/undone', '/_fail'));
  const { out } = await capture([...base, '--profile', stubborn, '--clause', 'search.clock']);
  assert.match(out, /left behind: what the hook advance_clock changed: PUT \/_fail answered 500/);
  await server.close();
});

interface Needs {
  readonly scenarios: readonly { readonly outcome: string; readonly reason?: string }[];
  readonly clauses: readonly { readonly verdict: string }[];
}

/** What a profile leaves out, and what the report says of it. */
const reasons: readonly (readonly [string, string, RegExp])[] = [
  ['search.clock', 'lacks: { advance_clock: It stands still. }', /stands still \(member hooks\)/],
  ['search.clock', '', /no hook advance_clock in the profile mine: not listed under hooks/],
  ['search.unclaimed', 'claims: [search]\nlacks: { users: Nobody. }', /Nobody \(member claims\)/],
  ['search.fine', 'lacks: { search.fine: Not here. }', /leaves it out: Not here \(member lacks\)/],
];

for (const [clause, content, words] of reasons) {
  test(`${clause} is not judged by a profile that says ${content.replaceAll('\n', ', ')}`, async () => {
    const named = ['--profile', profile('mine', content)];
    const base = ['--base-url', fake.base_url, '--clause', clause];
    const { code, out } = await capture(['run', '--parallel', '1', ...base, ...named]);
    assert.match(out, words);
    assert.equal(code, 3);
    const explained = await capture(['explain', clause, ...named]);
    assert.match(explained.out, words);
    const listed = await capture(['list', ...named]);
    assert.match(listed.out, words);
  });
}

for (const [content, expected] of [
  ['lacks: { advance_clock: It stands still. }', 0],
  ['', 3],
] as const) {
  test(`a run whose scenario reaches a missing hook ends with ${expected}: ${content}`, async () => {
    const named = ['--profile', profile('mine', content)];
    const clauses = ['--clause', 'search.clock', 'search.fine'];
    const { code, out } = await capture(['run', '--base-url', fake.base_url, ...clauses, ...named]);
    assert.match(out, /no hook advance_clock/);
    assert.equal(code, expected, out);
  });
}

test('a scenario that a profile does not allow leaves its clause to the other scenarios', async () => {
  const json = join(folder, 'needs.json');
  const named = ['--profile', profile('narrow', 'claims: [search]\nlacks: { scroll: No. }')];
  const flags = ['--base-url', fake.base_url, ...named, '--json', json];
  const clauses = ['--clause', 'search.paged', 'search.timed'];
  const { code } = await capture(['run', '--parallel', '1', ...flags, ...clauses]);
  const report = JSON.parse(readFileSync(json, 'utf8')) as Needs;
  assert.deepEqual(
    report.scenarios.map(({ outcome, reason = '' }) => [outcome, reason]),
    [
      ['passed', ''],
      ['not-claimed', 'the profile narrow does not claim point-in-time: not listed under claims'],
      ['passed', ''],
      ['incomplete', 'no hook advance_clock in the profile narrow: not listed under hooks'],
    ],
  );
  const verdicts = report.clauses.map(({ verdict }) => verdict);
  assert.deepEqual(verdicts, ['conformant', 'conformant']);
  assert.equal(code, 3);
});

test('a profile that speaks of a clause that does not exist is refused', async () => {
  for (const member of ['lacks', 'notes']) {
    const file = profile('stray', `${member}: { search.fin: Not here. }`);
    const flags = ['--base-url', fake.base_url, '--profile', file];
    const { code, err } = await capture(['run', '--parallel', '1', ...flags]);
    assert.match(err, /the profile stray: unknown clause search\.fin; did you mean search\.fine/);
    assert.equal(code, 2);
  }
});

test('what a profile knows of a clause is shown beside its failure, and excuses nothing', async () => {
  const file = profile('knowing', 'notes: { search.wrong: It counts from zero. }');
  const flags = ['--base-url', fake.base_url, '--profile', file];
  const { code, out } = await capture([
    'run',
    '--parallel',
    '1',
    ...flags,
    '--clause',
    'search.wrong',
  ]);
  assert.match(out, /^ {2}known {4}It counts from zero\.$/m);
  assert.equal(code, 1);
});

test('the doctor tries the hooks, and says which work', async () => {
  const hooks = `hooks:
  refresh: { method: POST, path: '/{index}/_refresh' }
  advance_clock: { method: POST, path: /_test/clock }
  run_policies: { method: PUT, path: /ran, undo: { method: DELETE, path: /ran } }
claims: [search]
lacks: { sql: Not here. }`;
  const server = await startFakeServer();
  const flags = ['--base-url', server.base_url, '--profile', profile('tried', hooks)];
  const { code, out } = await capture(['doctor', ...flags]);
  assert.match(
    out,
    /^hook {5}refresh: POST \/\{index\}\/_refresh, works; writes are visible at once without it/m,
  );
  assert.match(
    out,
    /^fails {4}advance_clock: POST \/_test\/clock answered 400, no clock; clauses that need this hook/m,
  );
  assert.match(out, /^no hook {2}.*cluster_setting.* in the profile tried/m);
  assert.match(out, /^lacks {4}the profile tried does not claim sql: Not here/m);
  assert.deepEqual([...server.indices.keys()], [], 'everything is taken back');
  assert.equal(code, 0);
  await server.close();
});
