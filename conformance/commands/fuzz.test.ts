import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { properties } from '../fuzz/properties/index.ts';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { cliModule } from '../testing/suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

function fuzz(...flags: readonly string[]): ReturnType<typeof capture> {
  const argv = ['fuzz', '--base-url', fake.base_url, '--seed', '1', '--runs', '2', ...flags];
  return capture(argv, {}, ownSuite());
}

test('fuzz ends with 3 where a hook is missing that a property cannot do without', async () => {
  const { code, out } = await fuzz('--property', 'rollover-dimensions');
  assert.equal(code, 3, out);
  assert.match(out, /rollover-dimensions .*incomplete: no hook run_policies/);
  assert.equal(lastLine(out), '0 passed, 0 failed, 1 skipped');
});

test('fuzz ends with 3 where no property is claimed, and says what is lacking', async () => {
  const { code, out } = await fuzz('--property', 'intake-keys');
  assert.equal(code, 3, out);
  assert.match(out, /intake-keys .*not-claimed: .*users/);
});

test('fuzz starts no intake from a command that cannot be read', async () => {
  const { code, err } = await fuzz(
    '--property',
    'range-is-intersection',
    '--intake-command',
    '"node',
  );
  assert.equal(code, 2);
  assert.match(err, /the intake command is empty or has an unclosed/);
});

test('fuzz --list names each property with a sentence, and needs no server', async () => {
  const { code, out } = await capture(['fuzz', '--list']);
  assert.equal(code, 0);
  const lines = out.trimEnd().split('\n');
  assert.equal(lines.length, properties.length);
  for (const line of lines) assert.match(line, /^[a-z-]+ +[A-Z].*\.$/);
});

test('a counterexample is kept in the corpus, shown before it is shrunk, and tried first', async () => {
  const corpus = join(folder, 'corpus');
  const flags = ['--property', 'range-is-intersection', '--corpus', corpus, '--max-shrink', '2s'];
  const { code, out } = await fuzz('--runs', '20', ...flags);
  assert.equal(code, 1, out);
  assert.match(out, /range-is-intersection: found in run \d+, not shrunk yet/);
  const [id = ''] = readFileSync(join(corpus, 'range-is-intersection.txt'), 'utf8').split('\n');
  assert.match(out, new RegExp(`--replay ${id}`));
  const again = await capture(['fuzz', '--base-url', fake.base_url, '--seed', '9', ...flags]);
  assert.equal(again.code, 1, again.out);
  assert.match(again.out, /found {4}in run 1,/);
  const replayed = [
    '--base-url',
    fake.base_url,
    '--property',
    'range-is-intersection',
    '--replay',
    id,
  ];
  assert.match((await capture(['fuzz', ...replayed])).out, /range-is-intersection: not fixed/);
});

test('a line of the corpus that is no replay id is a usage error', async () => {
  writeFileSync(join(folder, 'range-is-intersection.txt'), 'rubbish\n');
  const { code, err } = await fuzz('--property', 'range-is-intersection', '--corpus', folder);
  assert.equal(code, 2);
  assert.match(err, /"rubbish" is no replay id of range-is-intersection/);
});

test('a replay id that leads to no value is stale in the corpus, and a usage error with --replay', async () => {
  const corpus = join(folder, 'stale');
  const id = '1:99999:99999:3';
  mkdirSync(corpus);
  writeFileSync(join(corpus, 'range-is-intersection.txt'), `${id}\n`);
  const flags = ['--property', 'range-is-intersection'];
  const { code, out } = await fuzz(...flags, '--corpus', corpus, '--max-shrink', '1s');
  assert.equal(code, 1, out);
  assert.match(out, /stale: range-is-intersection 1:99999:99999:3/);
  const argv = ['fuzz', '--base-url', fake.base_url, ...flags, '--replay', id];
  const replayed = await capture(argv, {}, ownSuite());
  assert.equal(replayed.code, 2, replayed.err);
  assert.match(replayed.err, /--replay 1:99999:99999:3 cannot be replayed/);
});

test('the report says what a run reached, and a counterexample is a scenario for a feature file', async () => {
  const json = join(folder, 'fuzz.json');
  const { out } = await fuzz('--runs', '20', '--property', 'range-is-intersection', '--json', json);
  assert.match(out, /reached in \d+ requests: \d+ of \d+ operations/);
  const report = JSON.parse(readFileSync(json, 'utf8')) as {
    readonly reach: {
      readonly requests: number;
      readonly operations: { readonly reached: number };
    };
  };
  assert.ok(report.reach.requests > 0);
  assert.ok(report.reach.operations.reached >= 2);
  const lines = out.split('\n');
  const start = lines.findIndex((line) => line.startsWith('    @search'));
  const end = lines.findIndex((line, at) => at > start && line.startsWith('  again'));
  assert.ok(end > start);
  const scenario = lines.slice(start, end).map((line) => line.slice(4));
  assert.match(
    scenario.slice(0, 3).join(' '),
    /^@search\S+ Scenario: .* {3}Given the unused names "/,
  );
  const marks = scenario.filter((line) => line.trim() === '"""').length;
  assert.equal(marks, 2 * scenario.filter((line) => line.endsWith(' with:')).length);
  assert.ok(scenario.some((line) => line.includes('the client wrongly sends PUT "/${i0}')));
  assert.equal(scenario.at(-1), '  Then it is recorded how the server answers');
});

test('a known failure does not fail fuzz, and reports show it as skipped', async () => {
  const known = join(folder, 'known.yaml');
  const junit = join(folder, 'junit.xml');
  const flags = [
    '--property',
    'range-is-intersection',
    '--runs',
    '20',
    '--report',
    `junit=${junit}`,
  ];
  const { code } = await fuzz(...flags);
  assert.equal(code, 1);
  const report = readFileSync(junit, 'utf8');
  assert.match(
    report,
    /<testcase classname="fuzz\/range-is-intersection" name="[^"]+\)" time=.*<failure /,
  );
  const clause = 'search.range-gte';
  writeFileSync(
    known,
    `- clause: ${clause}\n  scenario: range-is-intersection\n  reason: it has no bounds\n`,
  );
  const excused = await fuzz(...flags, '--known-failures', known);
  assert.equal(excused.code, 0, excused.out);
  assert.match(excused.out, /known failure: range-is-intersection/);
  assert.equal(lastLine(excused.out), '0 passed, 0 failed, 1 skipped');
  assert.match(readFileSync(junit, 'utf8'), /<skipped message="a known failure"/);
});

test('a known failure of an unknown property is a usage error', async () => {
  const known = join(folder, 'wrong.yaml');
  const clause = 'search.range-gte';
  writeFileSync(known, `- clause: ${clause}\n  scenario: range-is-intersecton\n  reason: none\n`);
  const { code, err } = await fuzz('--known-failures', known);
  assert.equal(code, 2);
  assert.match(err, /has no scenario "range-is-intersecton"/);
});

test('the baseline and the reports of a configuration file are not those of fuzz', async () => {
  const config = join(folder, 'search-conformance.yaml');
  writeFileSync(config, 'baseline: none.yaml\nreports: [html=run.html]\n');
  const { code, err } = await fuzz('--config', config, '--property', 'rollover-dimensions');
  assert.equal(code, 3, err);
});

test('a kind of report that fuzz does not write is a usage error', async () => {
  const { code, err } = await fuzz('--report', 'html=x.html');
  assert.equal(code, 2);
  assert.match(err, /--report html: fuzz writes junit/);
});

test('a server that is lost is reported', async () => {
  const junit = join(folder, 'lost.xml');
  const argv = ['fuzz', '--base-url', 'http://127.0.0.1:9', '--report', `junit=${junit}`];
  const { code } = await capture([...argv, '--property', 'range-is-intersection']);
  assert.equal(code, 4);
  assert.match(readFileSync(junit, 'utf8'), /<error type="lost"/);
});

test('a second signal ends fuzz at once, with its reports', { timeout: 60_000 }, async () => {
  let isAsked = (): void => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  // Answers everything but searches.
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.includes('_search') === true) return isAsked();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"acknowledged":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const junit = join(folder, 'forced.xml');
  const flags = [
    '--property',
    'range-is-intersection',
    'walks-agree',
    '--report',
    `junit=${junit}`,
  ];
  const argv = [cliModule, 'fuzz', '--base-url', `http://127.0.0.1:${port}`, ...flags];
  const options = process.execArgv.filter((flag) => !flag.startsWith('--test'));
  const child = spawn(process.execPath, [...options, ...argv], { stdio: 'ignore' });
  const code = new Promise((resolve) => child.once('close', resolve));
  try {
    await asked;
    child.kill('SIGINT');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    child.kill('SIGTERM');
    assert.equal(await code, 130);
    const report = readFileSync(junit, 'utf8');
    assert.equal(report.match(/<skipped message="/g)?.length, 2);
    assert.match(report, /<skipped message="interrupted: /);
  } finally {
    child.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
  }
});
