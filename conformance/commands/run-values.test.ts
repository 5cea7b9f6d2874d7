import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import { loadProfile } from '../driver/load-profile.ts';
import { type SpawnedServer, spawnServer } from '../driver/spawn.ts';
import type { Target } from '../driver/target.ts';
import { openProxy } from '../run/proxy.ts';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';

const reference = fromRoot('dist', 'bundle', 'reference', 'main.js');
const anywhere: Omit<Target, 'base_url'> = {
  headers: {},
  tls: { insecure: false },
  timeout_ms: 30_000,
  secrets: [],
};
const clause = 'sql.filter-with-where';

let server: SpawnedServer;
let proxy: Awaited<ReturnType<typeof openProxy>>;

/** A statement with a limit of four and a filter loses its last row: no example of the clause has such a limit. */
before(async () => {
  server = await spawnServer({
    command: `node "${reference}" --port {port} --test-control`,
    start_timeout_ms: loadProfile('reference').options.start_timeout_ms,
    target: anywhere,
    isStopping: () => false,
  });
  const target = { ...anywhere, base_url: server.base_url };
  proxy = await openProxy(
    {
      intercept: async (request, forward) => {
        const response = await forward(request);
        const text = Buffer.from(request.body ?? '').toString('utf8');
        if (!/LIMIT\s4"/.test(text) || !text.includes('"filter"')) return response;
        const lines = Buffer.from(response.body).toString('utf8').trimEnd().split('\n');
        // The first two are the names of the columns and a rule.
        const kept = lines.slice(0, Math.max(2, lines.length - 1));
        return { ...response, body: Buffer.from(`${kept.join('\n')}\n`) };
      },
    },
    target,
  );
});

after(async () => {
  await proxy.close();
  await server.stop();
});

/** Runs one clause against the wrong server, and reads the report. */
async function runOf(...flags: readonly string[]) {
  const folder = temporaryFolder();
  const [json, junit, markdown] = ['run.json', 'run.xml', 'run.md'].map((name) =>
    join(folder, name),
  );
  const target = ['--base-url', proxy.base_url, '--profile', 'reference', '--clause', clause];
  const reports = [
    '--json',
    `${json}`,
    '--report',
    `junit=${junit}`,
    '--report',
    `markdown=${markdown}`,
  ];
  const { code, out, err } = await capture(
    ['run', ...target, ...reports, ...flags],
    {},
    ownSuite(),
  );
  const read = (file: string | undefined): string => readFileSync(`${file}`, 'utf8');
  return {
    code,
    out,
    err,
    json,
    report: JSON.parse(read(json)),
    texts: [read(junit), read(markdown)],
  };
}

test('a property makes a clause non-conformant that all examples pass', async () => {
  const { code, out, report, texts } = await runOf('--values', '400', '--seed', '1');
  assert.equal(code, 1, out);
  assert.match(lastLine(out), /^\d+ passed, 1 failed, 0 skipped$/);
  assert.match(
    out,
    /then \d propert(?:y|ies) with about 400 requests each, more for pairs of dimensions, seed 1/,
  );
  assert.match(out, /found {4}in run \d+, shrunk \d+ times/);
  assert.match(out, /scenario for a feature file:\n +@sql/);
  const replay = /search-conformance fuzz .* --property \S+ --replay \S+/;
  for (const text of [out, ...texts]) assert.match(text, replay);
  const failed = report.scenarios.filter((one: { outcome: string }) => one.outcome === 'failed');
  assert.equal(failed.length, 1);
  assert.ok(failed[0].generated.counterexample.replay);
  const judged = report.clauses.find((one: { id: string }) => one.id === clause);
  assert.equal(judged.verdict, 'non-conformant');
});

test('without values, only the examples judge', async () => {
  const { code, out, report } = await runOf('--values', '0');
  assert.equal(code, 0, out);
  assert.equal(report.run.seed, undefined);
  assert.equal(
    report.scenarios.some((one: { id: string }) => !one.id.includes(':')),
    false,
  );
});

test('the default seed is the same each time; random ones are not', async () => {
  const seeds = [];
  for (const flags of [[], [], ['--seed', 'random']]) {
    const { report } = await runOf('--values', '1', ...flags);
    seeds.push(report.run.seed);
  }
  assert.equal(seeds[0], seeds[1]);
  assert.notEqual(seeds[0], seeds[2]);
});

test('a known failure names the property, and a report with it can be read again', async () => {
  const { json } = await runOf('--values', '400', '--seed', '1');
  const file = join(temporaryFolder(), 'known.yaml');
  const flags = ['--report', `${json}`, '--file', file, '--reason', 'a page is short'];
  const update = await capture(['baseline', 'update', ...flags], {}, ownSuite());
  assert.equal(update.code, 0, update.err);
  assert.match(readFileSync(file, 'utf8'), /A SELECT returns the rows/);
  const { code, out } = await runOf('--values', '400', '--seed', '1', '--known-failures', file);
  assert.equal(code, 0, out);
  const merged = await capture(['merge', `${json}`], {}, ownSuite());
  assert.match(merged.out, /scenario for a feature file:/);
});

test('explain names the properties of a clause', async () => {
  const { out } = await capture(['explain', clause], {}, ownSuite());
  assert.match(out, /\n {2}property {3}\S+ [A-Z]/);
});

for (const [flag, text] of [
  ['--values', '-1'],
  ['--values', 'many'],
  ['--seed', '1.5'],
] as const) {
  test(`${flag} ${text} is refused`, async () => {
    const { code, err } = await capture(['run', '--base-url', 'http://127.0.0.1:1', flag, text]);
    assert.equal(code, 2);
    assert.match(err, new RegExp(`${flag} .*Expected an integer|Expected a number of requests`));
  });
}
