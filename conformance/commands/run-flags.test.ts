import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import type { Report } from '../report/read-report.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

async function run(...flags: readonly string[]) {
  return capture(['run', '--base-url', fake.base_url, '--parallel', '1', ...flags]);
}

test('--chapter and --clause narrow each other', async () => {
  const { code, out } = await run('--chapter', 'search', '--clause', 'search.fine');
  assert.equal(lastLine(out), '1 passed, 0 failed, 0 skipped');
  assert.equal(code, 0);
  const nothing = await run('--chapter', 'scroll', '--clause', 'search.fine');
  assert.match(nothing.err, /no clause in common: search\.fine belongs to search/);
  assert.equal(nothing.code, 2);
});

test('a report as a flag of its own is refused with the flag that writes it', async () => {
  const { code, err } = await run('--html', 'report.html');
  assert.equal(code, 2);
  assert.match(err, /unknown option '--html': reports are written by --report html=FILE;/);
});

test('the command that runs a check again allows what the run allowed', async () => {
  const json = join(folder, 'again.json');
  const flags = ['--clause', 'search.wrong', '--allow-global', '--report', 'console'];
  const { out } = await run(...flags, '--json', json);
  assert.match(out, /again +search-conformance run .* --allow-global --clause search\.wrong/);
  const { run: described } = JSON.parse(readFileSync(json, 'utf8')) as Report;
  assert.match(described.again, / --allow-global$/);
});

test('--exclude leaves out clauses and tags, and knows their names', async () => {
  const flags = ['--clause', 'search.fine', 'search.wrong', 'search.whole-server'];
  const { code, out } = await run(...flags, '--exclude', 'search.wrong', '@global');
  assert.equal(lastLine(out), '1 passed, 0 failed, 0 skipped');
  assert.equal(code, 0);
  const unknown = await run(...flags, '--exclude', 'search.wrnog');
  assert.match(unknown.err, /--exclude: no clause or tag is called search\.wrnog.*search\.wrong/);
  assert.equal(unknown.code, 2);
});

test('--bail ends the run at a failure, and what did not run is incomplete', async () => {
  const flags = ['--clause', 'search.failing-server', 'search.wrong', 'search.slow'];
  const { code, out } = await run(...flags, '--bail');
  assert.equal(code, 1);
  assert.equal(lastLine(out), '1 passed, 1 failed, 1 skipped');
  assert.match(out, /incomplete: not run: --bail ended the run after 1 failure/);
  const known = await run('--clause', 'search.fine', '--bail', '2');
  assert.equal(known.code, 0);
});

test('--repeat names what is flaky', async () => {
  let searches = 0;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const isSearch = request.url?.endsWith('_search') === true && !request.url.includes('probe');
    if (isSearch) searches += 1;
    const hits =
      isSearch && searches === 2 ? [] : [{ _index: 'a', _id: '1', _score: 1, _source: {} }];
    const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };
    const total = { value: hits.length, relation: 'eq' };
    const found = {
      took: 1,
      timed_out: false,
      _shards: shards,
      hits: { total, max_score: 1, hits },
    };
    response.end(JSON.stringify(isSearch ? found : { acknowledged: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const json = join(folder, 'flaky.json');
  const flags = ['--clause', 'search.row-one', '--repeat', '3', '--json', json];
  const { code, out } = await capture(['run', '--base-url', `http://127.0.0.1:${port}`, ...flags]);
  server.closeAllConnections();
  server.close();
  assert.equal(code, 1);
  assert.match(out, /^1 scenario 3 times against/m);
  assert.match(out, /^flaky: 2 passed, 1 failed of 3: .*\.feature:\d+ a row is found$/m);
  const report = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly scenarios: readonly { readonly outcomes?: readonly string[] }[];
  };
  assert.deepEqual(report.scenarios[0]?.outcomes, ['passed', 'failed', 'passed']);
});

test('--quiet prints failures in one line each, --verbose every scenario; not both', async () => {
  const flags = ['--clause', 'search.wrong', 'search.fine'];
  const quiet = await run(...flags, '--quiet');
  assert.match(
    quiet.out,
    /^1 clause, 1 scenario: POST \S+: other hits came: expected 3 hits.*\nclauses: .*\n1 passed, 1 failed, 0 skipped\n$/,
  );
  const verbose = await run(...flags, '--verbose');
  assert.match(verbose.out, /^0:\d\d ✓ .*fine\.feature:\d+ a document is found$/m);
  assert.match(
    verbose.out,
    /^0:\d\d ✗ .*\.feature:\d+ too few hits: POST \S+: other hits came: expected 3 hits/m,
  );
  const both = await run(...flags, '--quiet', '--verbose');
  assert.match(both.err, /--quiet and --verbose cannot be combined/);
  assert.equal(both.code, 2);
});

test('a failure appears when it happens, and before the summary', async () => {
  const { out } = await run('--clause', 'search.wrong', 'search.fine');
  assert.match(out, /^2 scenarios against http:.* \(profile default, run [0-9a-z]{10}\)$/m);
  const live = out.search(
    /^0:\d\d ✗ POST \S+: other hits came: expected 3 hits.* {2}\(search\.wrong, .*\.feature:\d+\)$/m,
  );
  const summary = out.search(/^✗ search\.wrong/m);
  assert.ok(live > 0 && live < summary);
});

test('the tally counts the clauses by chapter and level', async () => {
  const { out } = await run('--clause', 'search.wrong', 'search.fine', 'search.silent');
  assert.match(out, /^clauses +MUST .*SHOULD .*SILENT/m);
  assert.match(out, /^search +1 +1 +\. +\. +\. +\. +1 +\. +\. +\.$/m);
});

test('--quiet says why the exit code is not 0, and counts what is lost apart from failures', async () => {
  const known = join(folder, 'known.yaml');
  writeFileSync(known, '- clause: search.fine\n  reason: it was wrong once\n');
  const stale = await run('--clause', 'search.fine', '--quiet', '--known-failures', known);
  assert.match(stale.out, /^baseline fixed: search\.fine: .*\nclauses: 1 conformant /);
  assert.equal(stale.code, 1);
  const incomplete = await run('--clause', 'search.clock', '--quiet');
  assert.match(incomplete.out, /^1 incomplete: no hook advance_clock/);
  assert.equal(incomplete.code, 3);
  const nowhere = ['--base-url', 'http://127.0.0.1:1', '--clause', 'search.fine', '--quiet'];
  const lost = await capture(['run', ...nowhere]);
  assert.match(lost.out, /^1 lost: no server answers at .*\n.*\n0 passed, 0 failed, 1 skipped\n$/);
  assert.equal(lost.err, '');
  assert.equal(lost.code, 4);
});
