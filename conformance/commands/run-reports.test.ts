import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { XMLValidator } from 'fast-xml-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { load } from 'cheerio';
import { readReport } from '../report/read-report.ts';
import { fromRoot } from '../../spec/root.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import { capture } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { fixtureSuite } from '../testing/suite.ts';
import { maxLines } from '../report/failure-block.ts';
import { collectScenarios } from '../run/collect-scenarios.ts';
import type { MutationSelection } from '../run/messages.ts';
import { openPool } from '../run/pool.ts';
import { ledgerOf } from '../run/suite.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();

before(async () => {
  fake = await startFakeServer();
});
after(() => fake.close());

test('a mixed run: the JSON keeps its schema, the JUnit is XML, each failure fits its block', async () => {
  const [json, junit] = [join(folder, 'report.json'), join(folder, 'report.xml')];
  const flags = ['--tags', 'not (@search.dies or @search.after-death or @search.slow)'];
  const page = join(folder, 'page.html');
  const files = ['--json', json, '--report', `junit=${junit}`, '--report', `html=${page}`];
  // One at a time: a scenario that ends its process takes the others in it with it.
  const reports = [...files, '--parallel', '1'];
  const argv = ['run', '--base-url', fake.base_url, ...flags, ...reports];
  const { code, out } = await capture(argv);
  assert.equal(code, 5);
  assert.match(out, /; 1 scenario observes .*\n6 passed, 9 failed, 6 skipped\n$/);

  const schema = readFileSync(fromRoot('conformance', 'report', 'report.schema.json'), 'utf8');
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  const fits = ajv.compile(JSON.parse(schema) as object);
  assert.ok(fits(JSON.parse(readFileSync(json, 'utf8'))), JSON.stringify(fits.errors));
  const xml = readFileSync(junit, 'utf8');
  assert.equal(XMLValidator.validate(xml), true);
  assert.equal(xml.match(/<testcase /g)?.length, 22);
  assert.match(xml, /<skipped message="observed: [^>]*><system-out>[^<]*&quot;status&quot;:500/);
  assert.match(xml, /skipped="2"/);

  const $ = load(readFileSync(page, 'utf8'));
  const verdicts = $('article')
    .toArray()
    .map((one) => [$(one).attr('id'), $(one).find('.verdict').text()]);
  const { clauses, run } = readReport(json);
  assert.equal(run.selection, `--tags '${flags[1]}'`);
  assert.ok($('dd').text().includes(`search-conformance run ${run.again} ${run.selection}`));
  assert.deepEqual(
    new Map(verdicts.map(([id = '', verdict]) => [id, verdict])),
    new Map(clauses.map(({ id, verdict }) => [id, verdict])),
  );
  assert.ok($('.failure').length > 0);

  const blocks = out.split(/\n\n/).filter((block) => block.startsWith('✗'));
  assert.equal(blocks.length, 9);
  for (const block of blocks) assert.ok(block.split('\n').length <= maxLines, block);
});

test('a job may name a fault or a variant, through which its scenarios run', async () => {
  const ledger = ledgerOf(fixtureSuite);
  const all = await collectScenarios(fixtureSuite, ledger);
  const scenarios = all.filter((scenario) => scenario.clauses.includes('search.fine'));
  const target = {
    base_url: fake.base_url,
    headers: {},
    tls: { insecure: false },
    timeout_ms: 5000,
    secrets: [],
  };
  const sizes = { size: 1, processes: 1 };
  const options = { ...sizes, suite: fixtureSuite, profile: defaultProfile, run: 'test' };
  const pool = openPool({ ...options, onSecret: () => undefined });
  const outcomeWith = async (mutation?: MutationSelection): Promise<string | undefined> => {
    const job = { scenarios, target, ...(mutation === undefined ? {} : { mutation }) };
    return (await pool.run(job))[0]?.outcome;
  };
  try {
    assert.equal(await outcomeWith(), 'passed');
    assert.equal(await outcomeWith({ kind: 'fault', names: ['search-finds-nothing'] }), 'failed');
    assert.equal(await outcomeWith({ kind: 'variant', names: ['extra-header'] }), 'passed');
    assert.equal(await outcomeWith({ kind: 'fault', names: ['nobody'] }), 'broken');
    assert.equal(await outcomeWith(), 'passed');
  } finally {
    await pool.close();
  }
  assert.deepEqual([...fake.indices.keys()], []);
});
