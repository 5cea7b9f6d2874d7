import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { fromRoot } from '../../spec/root.ts';
import { capture } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();
const path = (name: string): string => join(folder, name);

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

const selection = ['--tags', 'not (@search.dies or @search.after-death or @search.slow)'];

async function run(json: string, ...flags: readonly string[]) {
  const argv = ['run', '--base-url', fake.base_url, '--parallel', '1', '--json', json];
  return capture([...argv, ...flags]);
}

interface Content {
  readonly run: { readonly id: string; readonly shard?: string };
  readonly summary: object;
  readonly clauses: readonly object[];
  readonly scenarios: readonly Shown[];
}

interface Shown {
  readonly id: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly fingerprint?: string;
}

function read(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

test('four shards, merged, give what one run gives but for times and names', async () => {
  const whole = path('whole.json');
  const known = path('known.yaml');
  writeFileSync(known, '- { clause: search.wrong, reason: known }\n');
  const flags = [...selection, '--known-failures', known];
  const one = await run(whole, ...flags);
  const shards = [1, 2, 3, 4].map((at) => path(`shard-${at}.json`));
  for (const [at, shard] of shards.entries()) await run(shard, ...flags, '--shard', `${at + 1}/4`);
  const merged = path('merged.json');
  const { code, out } = await capture(['merge', ...shards.toReversed(), '--json', merged]);
  assert.equal(code, one.code);
  assert.equal(out.trimEnd().split('\n').at(-1), one.out.trimEnd().split('\n').at(-1));
  const [a, b] = [read(whole), read(merged)];
  assert.deepEqual(b.summary, a.summary);
  assert.deepEqual(b.clauses, a.clauses);
  const shown = ({ id, outcome, fingerprint }: Shown) => ({ id, outcome, fingerprint });
  assert.deepEqual(b.scenarios.map(shown), a.scenarios.map(shown));
  assert.equal(b.run.shard, undefined);
  const schema = readFileSync(fromRoot('conformance', 'report', 'report.schema.json'), 'utf8');
  const ajv = new Ajv2020();
  addFormats.default(ajv);
  const fits = ajv.compile(JSON.parse(schema) as object);
  assert.ok(fits(b), JSON.stringify(fits.errors));
  const kept = readFileSync(shards[0] ?? '', 'utf8');
  const lost = await capture(['merge', ...shards, '--json', shards[0] ?? '']);
  assert.match(lost.err, /a report would replace the file .*, which the command reads/);
  assert.equal(lost.code, 2);
  assert.equal(readFileSync(shards[0] ?? '', 'utf8'), kept);
  const same = await capture(['compare', whole, merged]);
  assert.match(same.out, /\n0 regressed, 0 fixed, 0 changed, 0 recorded answers differ\n$/);
});

test('merge names what does not fit: a missing shard, an overlap, another profile or target', async () => {
  const [first, second, all] = [path('a.json'), path('b.json'), path('c.json')];
  const clause = ['--clause', 'search.fine', 'search.row-one'];
  await run(first, ...clause, '--shard', '1/2');
  await run(second, ...clause, '--shard', '2/2');
  await run(all, ...clause);
  const text = readFileSync(second, 'utf8');
  const changed = (name: string, from: string, to: string): string => {
    assert.ok(text.includes(from));
    writeFileSync(path(name), text.replaceAll(from, to));
    return path(name);
  };
  for (const [files, words] of [
    [[first], /shard 2\/2 is missing among .*a\.json \(1\/2\)/],
    [[first, second, all], /a\.json and .*c\.json overlap: both have .*\.feature:\d+/],
    [
      [first, changed('d.json', '"profile": "default"', '"profile": "other"')],
      /a\.json and .*d\.json differ in the profile: "default" and "other"/,
    ],
    [
      [first, changed('e.json', '--base-url', '--base-url=x')],
      /a\.json and .*e\.json differ in the target/,
    ],
  ] as const) {
    const { code, err } = await capture(['merge', ...files]);
    assert.match(err, words);
    assert.equal(code, 2);
  }
});

test('compare tells what regressed, what is fixed and what changed', async () => {
  const before = path('before.json');
  const clauses = ['search.fine', 'search.wrong', 'search.clock', 'search.silent'];
  await run(before, '--clause', ...clauses);
  const { scenarios, ...rest } = read(before);
  const [good, bad] = ['passed', 'failed'].map((outcome) =>
    scenarios.find((one) => one.outcome === outcome),
  );
  assert.ok(good !== undefined && bad !== undefined);
  const swapped = scenarios.map((one) => {
    if (one === good) return { ...bad, ...pick(good), name: 'a document is found' };
    if (one === bad) return { ...good, ...pick(bad), name: 'too few hits' };
    return one.outcome === 'incomplete' ? { ...one, fingerprint: 'abcdef012345' } : one;
  });
  const after = path('after.json');
  const text = JSON.stringify({ ...rest, scenarios: swapped });
  writeFileSync(after, text.replaceAll('"status":500', '"status":503'));
  const { code, out } = await capture(['compare', before, after]);
  assert.equal(code, 1);
  assert.match(out, /\nRegressed:\n {2}.*a document is found .*: passed → failed\n {6}other hits/);
  assert.match(out, /\nFixed:\n {2}.*too few hits .*: failed → passed\n/);
  assert.match(out, /\nChanged:\n {2}search\.clock: .*: incomplete → incomplete\n/);
  assert.match(out, /\nRecorded answers that differ:\n {2}search\.silent: .*500.* → .*503/);
  assert.match(out, /\n1 regressed, 1 fixed, 1 changed, 1 recorded answers differ\n$/);
  const page = await capture(['compare', after, before, '--format', 'markdown']);
  assert.match(page.out, /^## Fixed\n\n- .*failed → passed$/m);
  assert.equal((await capture(['compare', before, before])).code, 0);
});

test('compare ends with 3 if a scenario that succeeded is missing, unless the versions differ', async () => {
  const [before, after] = [path('whole.json'), path('part.json')];
  await run(before, '--clause', 'search.fine', 'search.wrong');
  await run(after, '--clause', 'search.wrong');
  const { code, out } = await capture(['compare', before, after]);
  assert.match(out, /\nOnly in .*:\n {2}search\.fine: .*\n\n.* 0 changed, 1 missing, 0 recorded/);
  assert.equal(code, 3);
  const { run: own, ...rest } = JSON.parse(readFileSync(after, 'utf8')) as { run: object };
  writeFileSync(after, JSON.stringify({ run: { ...own, version: '99.0.0' }, ...rest }));
  assert.equal((await capture(['compare', before, after])).code, 0);
  assert.equal((await capture(['compare', after, before])).code, 0);
});

function pick({ id }: Shown): object {
  return { id };
}

test('in GitHub Actions, annotations and the job summary come by themselves, secrets masked', async () => {
  const summary = path('summary.md');
  writeFileSync(summary, 'before\n');
  const secret = 'kit:hunter22';
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
    SEARCH_CONFORMANCE_SECRET: secret,
  };
  const reports = ['junit', 'markdown', 'github', 'badge'].map((kind) => [
    '--report',
    `${kind}=${path(`report.${kind}`)}`,
  ]);
  const clauses = ['--clause', 'search.wrong', 'search.secret', 'search.clock'];
  const target = ['--base-url', fake.base_url, '--auth', 'basic'];
  const { out } = await capture(['run', ...target, ...clauses, '--json', path('s.json')], env);
  const [, token = ''] = /^::stop-commands::([0-9a-f]{32})\n/.exec(out) ?? [];
  assert.notEqual(token, '');
  const [shown = '', annotations = ''] = out.split(`\n::${token}::\n`);
  assert.match(shown, /0 passed, 2 failed, 1 skipped$/);
  assert.equal(annotations.match(/^::error title=/gm)?.length, 2);
  assert.equal(annotations.match(/^::warning title=not judged::1 incomplete/gm)?.length, 1);
  const text = readFileSync(summary, 'utf8');
  assert.match(text, /^before\n# Conformance of default: failed\n/);
  await capture(['run', ...target, ...clauses, ...reports.flat()], env);
  const files = reports.map(([, value = '']) => readFileSync(value.replace(/^\w+=/, ''), 'utf8'));
  const base64 = Buffer.from(secret).toString('base64');
  for (const written of [out, text, readFileSync(path('s.json'), 'utf8'), ...files]) {
    assert.ok(written.length > 50);
    assert.ok(!written.includes('hunter22') && !written.includes(base64));
  }
  const plain = await capture(['run', ...target, ...clauses], {
    SEARCH_CONFORMANCE_SECRET: secret,
  });
  assert.doesNotMatch(plain.out, /^::/m);
});

test('a run that ends with a wrong flag gives the output back to GitHub Actions', async () => {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const flags = ['run', '--base-url', `http://127.0.0.1:${port}`, '--clause', 'search.wrong'];
  const { out, err, code } = await capture(flags, { GITHUB_ACTIONS: 'true' });
  server.close();
  assert.equal(code, 2);
  assert.match(err, /needs credentials/);
  assert.match(out, /^::stop-commands::([0-9a-f]{32})\n[^]*^::\1::\n$/m);
});

for (const command of ['run', 'prove', 'fuzz', 'compare', 'merge', 'baseline update']) {
  test(`the help of ${command} lists the exit codes`, async () => {
    const { out, code } = await capture([...command.split(' '), '--help']);
    assert.match(out, /\nExit codes:\n {2}0 +\S/);
    assert.match(out, /\n {2}2 +wrong/);
    assert.equal(code, 0);
  });
}

test('no address of a schema that the package publishes is one that can never answer', () => {
  for (const name of ['report/report', 'report/baseline', 'profiles/profile', 'profiles/config']) {
    const text = readFileSync(fromRoot('conformance', ...`${name}.schema.json`.split('/')), 'utf8');
    const { $id } = JSON.parse(text) as { readonly $id: string };
    assert.equal($id, `https://unpkg.com/search-conformance/conformance/${name}.schema.json`);
  }
});

test('GitHub takes no commands from the output of the other commands either', async () => {
  const { err } = await capture(['explain', 'x\n::error::y'], { GITHUB_ACTIONS: 'true' });
  assert.match(err, /^::stop-commands::([0-9a-f]{32})\n[^]*^::error::y[^]*^::\1::\n$/m);
});
