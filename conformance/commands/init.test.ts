import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { WireResponse } from '../base/exchange.ts';
import { chapters } from '../../spec/clauses.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import type { Interceptor } from '../run/mutation.ts';
import { openProxy } from '../run/proxy.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { initializedBy } from '../testing/initialized.ts';
import { startReference } from '../testing/mutated-session.ts';
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';

let fake: FakeServer;
let reference: SpawnedServer;
const folder = temporaryFolder();
const home = process.cwd();

before(async () => {
  [fake, reference] = await Promise.all([startFakeServer(), startReference()]);
  process.chdir(folder);
});
after(async () => {
  process.chdir(home);
  await Promise.all([fake.close(), reference.stop()]);
});

const initialized = (
  file: string,
  intercept: Interceptor,
  ...more: readonly string[]
): ReturnType<typeof initializedBy> =>
  initializedBy(reference.base_url, intercept, ['--out', file, ...more]);

/** The reference with parts that are refused, and others that are accepted without effect. */
const deaf: Interceptor = async (request, forward) => {
  const { method, path, body } = request;
  const refused = refusals.find(([start]) => `${method} ${path}`.startsWith(start))?.[1];
  if (refused !== undefined) return plainResponse(refused);
  const text = typeof body === 'string' ? body : Buffer.from(body ?? '').toString('utf8');
  return forward({
    ...request,
    path: path.replace('?routing=a', '').replace('?routing=b', '').replace('=cbor', '=json'),
    ...(text.includes('number_of_shards') ? { body: '{}' } : {}),
  });
};

const refusals: readonly (readonly [string, number])[] = [
  ['POST /_sql', 415],
  ['PUT /_security/role', 405],
  ['POST /_security/api_key', 403],
  ['DELETE /ck-', 405],
  ['POST /_test', 404],
];

function plainResponse(status: number): WireResponse {
  return { status, headers: {}, body: Buffer.of(), duration_ms: 1 };
}

test('init claims what has an effect, and says what has none', async () => {
  const found = await initialized('mine.yaml', deaf, '--no-policies');
  const { profile, requests, out } = found;
  assert.equal(profile.name, 'mine');
  const lacks = ['shards', 'cbor', 'sql', 'api-keys', 'authentication', 'delete_index'];
  assert.deepEqual(Object.keys(profile.lacks).toSorted(), lacks.toSorted());
  for (const claim of ['roles', 'smile', 'slice', 'users'])
    assert.ok(profile.claims.has(claim), claim);
  assert.equal(profile.claims.has('intake'), false, 'no intake is named');
  assert.match(profile.lacks['sql'] ?? '', /^POST \/_sql answered 415/);
  assert.match(out, /want of credentials \(--auth\): api-keys, authentication/);
  const working = ['create_data_stream', 'refresh'];
  assert.deepEqual(Object.keys(profile.hooks).toSorted(), working);
  const paths = requests.map(({ method, path }) => `${method} ${path}`);
  const global = paths.filter((path) => /^PUT \/_cluster|_test\/(?!replicas|follower)/.test(path));
  assert.deepEqual(global, [], 'nothing that affects the whole server is tried');
  assert.ok(
    paths.some((path) => path.startsWith('DELETE /_query/async/')),
    'it is removed',
  );
  assert.match(
    lastLine(out),
    /^next: +search-conformance run --base-url \S+ --profile mine\.yaml$/,
  );
  const again = await capture(['init', '--base-url', fake.base_url, '--out', 'mine.yaml']);
  assert.match(again.err, /mine\.yaml exists; --force replaces it/);
  assert.equal(again.code, 2);
});

test('a server whose searches fail gets no profile, and that is no fault of the kit', async () => {
  for (const status of [429, 500]) {
    const intercept: Interceptor = async (request, forward) =>
      /-init\/_search$|^\/_query/.test(request.path) ? plainResponse(status) : forward(request);
    const target = { base_url: reference.base_url, headers: {}, timeout_ms: 9000, secrets: [] };
    const proxy = await openProxy({ intercept }, { ...target, tls: { insecure: false } });
    const { code, err } = await capture(['init', '--base-url', proxy.base_url, '--out', 'no.yaml']);
    await proxy.close();
    assert.match(err, /^error: GET \/\S+\/_search answered \d+.*; run "search-con\S+ doctor"/m);
    assert.equal(code, 2);
  }
});

test('what uses an absent request is not claimed, and a profile given is kept', async () => {
  writeFileSync(
    'before.yaml',
    'name: before\nintake: { url: "http://127.0.0.1:9" }\noptions: { expiry_delay: 2s }\n' +
      'slow_query: { query: "FROM {index}", rows_per_document: 1, endless: "FROM {index}" }\n',
  );
  rmSync('search-conformance.yaml');
  const { profile, out } = await initialized(
    'after.yaml',
    async (request, forward) =>
      /^\/_(?:query|ilm)/.test(request.path) ? plainResponse(501) : forward(request),
    '--profile',
    'before.yaml',
    '--auth',
    'bearer=env:TOKEN',
  );
  const formats = ['arrow', 'cbor', 'md', 'smile'];
  const chapters = ['query', 'query-formats', 'query-parameters', 'query-filter', 'async-query'];
  const denied = ['roles', 'api-keys', 'authentication', 'users'];
  const gone = [...chapters, ...formats, 'lifecycle', 'rollover', ...denied];
  assert.deepEqual(Object.keys(profile.lacks).toSorted(), gone.toSorted());
  for (const extra of ['command:EVAL', 'phase:cold', 'call:getApiKeys'])
    assert.equal(profile.claims.has(extra), false, extra);
  assert.ok(profile.claims.has('intake'));
  assert.equal(profile.options.expiry_delay_ms, 2000);
  assert.equal(profile.slow_query?.endless, 'FROM {index}');
  assert.ok(out.includes(`want of credentials (--auth): ${denied.join(', ')}`), out);
  const config = readFileSync('search-conformance.yaml', 'utf8');
  assert.match(config, /^profile: after\.yaml$/m);
  assert.match(config, /^auth: bearer=env:TOKEN$/m);
  assert.doesNotMatch(config + readFileSync('after.yaml', 'utf8') + out, /sesame-open/);
  const next =
    /^next: +search-conformance run --base-url \S+ --profile after\.yaml --auth bearer=env:TOKEN$/;
  assert.match(lastLine(out), next);
  assert.equal(profile.hooks.run_policies, undefined);
});

test('a chapter that the given profile does not claim is not added, nor a refresh that takes no pattern', async () => {
  writeFileSync('few.yaml', 'name: few\nclaims: [index, search, query]\n');
  const flags = ['--profile', 'few.yaml', '--no-policies'];
  const { profile } = await initialized(
    'more.yaml',
    async (request, forward) =>
      /\*.*_refresh/.test(request.path) ? plainResponse(400) : forward(request),
    ...flags,
  );
  const chaptersOf = [...profile.claims].filter((claim) => chapters.some((name) => name === claim));
  assert.deepEqual(chaptersOf, ['index', 'search', 'query']);
  assert.ok(profile.claims.has('extras'));
  assert.equal(profile.hooks.refresh, undefined);
});

test('the time after which policies run by themselves is measured', async () => {
  const { profile } = await initialized('loop.yaml', async (request, forward) => {
    const run = { ...request, method: 'POST', path: '/_test/policies/run', body: '{}' };
    if (/_doc\/\d*[048]$/.test(request.path)) await forward(run);
    return forward(request);
  });
  const { path, takes_ms = 0 } = profile.hooks.run_policies ?? {};
  assert.equal(path, '/_search');
  assert.ok(takes_ms >= 2000 && takes_ms <= 16_000, String(takes_ms));
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
    /^verdict {2}ready, but slow: .*Name it under hooks.* search-conformance run --base-url http/,
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
