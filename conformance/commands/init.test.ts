import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { loadProfile } from '../driver/load-profile.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
const folder = temporaryFolder();
const home = process.cwd();

before(async () => {
  fake = await startFakeServer();
  process.chdir(folder);
});
after(async () => {
  process.chdir(home);
  await fake.close();
});

test('init writes a profile that loads, with the hooks that work and what the server lacks', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    paths.push(`${request.method} ${path}`);
    const isAbsent = path.startsWith('/_sql') || path.endsWith('/_refresh');
    const found = { hits: { hits: [] }, id: 'made', error: { reason: 'no "handler"' } };
    response.writeHead(isAbsent ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const flags = ['init', '--base-url', `http://127.0.0.1:${port}`, '--out', 'mine.yaml'];
  const { code, out } = await capture([...flags, '--auth', 'bearer=env:TOKEN'], {
    TOKEN: 'sesame-open',
  });
  server.closeAllConnections();
  server.close();
  assert.equal(code, 0);
  const profile = loadProfile('mine.yaml');
  assert.equal(profile.name, 'mine');
  assert.ok(profile.hooks.refresh, 'the path with a parameter works');
  assert.equal(profile.hooks.cluster_setting, undefined, 'it affects the whole server');
  assert.match(profile.lacks['sql'] ?? '', /^POST \/_sql answered 404, no "handler"$/);
  assert.equal(profile.claims.has('sql'), false);
  assert.equal(profile.claims.has('scroll'), true);
  assert.ok(paths.includes('DELETE /_query/async/made'), 'what it makes is removed');
  const global = paths.filter((path) => /^PUT \/_cluster|_test\/(?!replicas|follower)/.test(path));
  assert.deepEqual(global, [], 'nothing that affects the whole server is tried');
  const made = (path: string): boolean => /^PUT \/ck-[\w-]+$/.test(path);
  const removed = paths.filter((path) => /^DELETE \/ck-[\w-]+$/.test(path));
  const indices = new Set(paths.filter(made).map((path) => path.slice('PUT '.length)));
  for (const index of indices) assert.ok(removed.includes(`DELETE ${index}`), index);
  const config = readFileSync('search-conformance.yaml', 'utf8');
  assert.match(config, /^profile: mine\.yaml$/m);
  assert.match(config, /^auth: bearer=env:TOKEN$/m);
  assert.doesNotMatch(config + readFileSync('mine.yaml', 'utf8') + out, /sesame-open/);
  assert.match(lastLine(out), /^next: +search-conformance run --base-url .* --profile mine\.yaml/);
  const again = await capture([...flags]);
  assert.match(again.err, /mine\.yaml exists; --force replaces it/);
  assert.equal(again.code, 2);
});

test('flags that are not given come from the configuration file', async () => {
  const content = [
    `target: { base_url: '${fake.base_url}', timeout: 5s }`,
    'reports: [json=from-config.json]',
    'profile: named.yaml',
  ];
  writeFileSync('named.yaml', 'name: named\n');
  writeFileSync('other.yaml', 'name: other\n');
  writeFileSync('search-conformance.yaml', content.join('\n'));
  const selection = ['--clause', 'search.fine'];
  const { code, out } = await capture(['run', ...selection]);
  assert.equal(code, 0);
  assert.match(out, /\(profile named, /);
  assert.match(readFileSync('from-config.json', 'utf8'), /"profile": "named"/);
  const overridden = await capture(['run', ...selection, '--profile', 'other.yaml']);
  assert.match(overridden.out, /\(profile other, /);
  const spawned = await capture(['run', ...selection, '--spawn', 'exit 3']);
  assert.equal(spawned.code, 4, 'a target in a flag replaces that of the file');
});

/** Configuration files that are wrong, and the message. */
const wrong: readonly (readonly [string, RegExp])[] = [
  ['targt: {}', /unknown key "targt" at the top level/],
  ['target: { base_url: "http://a:b@host" }', /target\.base_url: .*must not contain credentials/],
  ['auth: "basic=elastic:hunter2"', /\/auth must match pattern/],
  ['target: [', /cannot be read/],
];

for (const [content, message] of wrong) {
  test(`a wrong configuration is refused: ${content}`, async () => {
    writeFileSync('wrong.yaml', content);
    const { code, err } = await capture(['run', '--config', 'wrong.yaml']);
    assert.match(err, message);
    assert.doesNotMatch(err, /hunter2/);
    assert.equal(code, 2);
  });
}

test('the doctor ends with a verdict and the next command', async () => {
  const { out } = await capture(['doctor', '--config', 'search-conformance.yaml']);
  assert.match(
    lastLine(out),
    /^verdict {2}ready, but slow: .*search-conformance init --base-url http/,
  );
  const hook = 'hooks: { refresh: { method: POST, path: "/{index}/_refresh" } }';
  writeFileSync('fast.yaml', `name: fast\n${hook}\n`);
  const fast = await capture(['doctor', '--profile', 'fast.yaml']);
  writeFileSync('failing.yaml', `name: failing\n${hook.replace('{index}/_refresh', '_fail')}\n`);
  const failing = await capture(['doctor', '--profile', 'failing.yaml']);
  assert.match(
    lastLine(failing.out),
    /^verdict {2}ready, except for the clauses that need refresh:/,
  );
  assert.match(
    lastLine(fast.out),
    /^verdict {2}ready: search-conformance run --base-url http.* --profile fast\.yaml/,
  );
});
