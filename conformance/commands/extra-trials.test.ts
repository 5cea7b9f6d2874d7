import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { extras } from '../../spec/extras.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import type { WireResponse } from '../base/exchange.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { initializedBy } from '../testing/initialized.ts';
import { startIntakeOf, startReference } from '../testing/mutated-session.ts';
import { intakeExtras } from './service-trials.ts';

let reference: SpawnedServer;
const folder = temporaryFolder();
const home = process.cwd();

before(async () => {
  reference = await startReference();
  process.chdir(folder);
});
after(async () => {
  process.chdir(home);
  await reference.stop();
});

function plainResponse(status: number): WireResponse {
  return { status, headers: {}, body: Buffer.of(), duration_ms: 1 };
}

test('each extra is tried by itself; what no answer shows stays open', async () => {
  const { profile, out } = await initializedBy(
    reference.base_url,
    async (request, forward) => {
      const text = Buffer.from(request.body ?? '').toString('utf8');
      // The specification shows no other bounds than gte and lte, and no other parameter of a search.
      if (/_search\?(?!scroll=)/.test(request.path)) return plainResponse(422);
      const refusedText = /SORT|"type":"long"|"cold"|DATE_PARSE|EVAL|"[gl]t"/;
      if (refusedText.test(text)) return plainResponse(422);
      // Its templates do not apply to an index.
      const known = text
        .replace('"analyzer":"whitespace"', '"analyzer":"standard"')
        .replace('-of-template-*', '-of-stream-*');
      const answer = await forward({ ...request, ...(text === '' ? {} : { body: known }) });
      const shown = Buffer.from(answer.body)
        .toString('utf8')
        .replace(/"_shards":\{[^}]*\},/, '')
        .replace(/"_scroll_id":"[^"]*",/, '');
      return /\/_search(?:\?|$)/.test(request.path)
        ? { ...answer, body: Buffer.from(shown) }
        : answer;
    },
    ['--out', 'plain.yaml', '--no-policies'],
  );
  const refused = [
    'analyzer:whitespace',
    'call:putIndexTemplate',
    'command:EVAL',
    'command:SORT',
    'function:DATE_PARSE',
    'phase:cold',
    'syntax:DESC',
    'syntax:options',
    'type:long',
  ];
  assert.deepEqual(
    Object.keys(profile.lacks).filter((name) => name.includes(':')),
    refused,
  );
  assert.match(profile.lacks['command:SORT'] ?? '', /^POST \/_query answered 422/);
  const missing = [...refused, 'slow-query', 'default:one-shard', ...intakeExtras];
  for (const name of Object.keys(extras)) {
    assert.equal(profile.claims.has(name), !missing.includes(name), name);
  }
  assert.match(out, /^open +default:one-shard: no search shows the number of shards$/m);
  assert.match(
    out,
    /^doubtful scroll: \S+ \/\{target\}\/_search answered 200, but without _scroll_id$/m,
  );
  assert.match(
    readFileSync('plain.yaml', 'utf8'),
    /^# These chapters are claimed.*\n#   scroll: /m,
  );
  assert.ok(profile.claims.has('scroll'));
  assert.ok('delete_index' in profile.hooks && 'delete_document' in profile.hooks);
});

test('how agents get their configuration is asked of an intake beside the server', async () => {
  const intake = await startIntakeOf(reference.base_url);
  after(() => intake.stop());
  const { profile } = await initializedBy(
    reference.base_url,
    (request, forward) => forward(request),
    ['--out', 'intake.yaml', '--no-policies', '--intake-url', intake.base_url],
  );
  assert.ok(profile.claims.has('intake'));
  assert.deepEqual(profile.lacks, {});
});

test('numbers that are kept as doubles, and an intake that knows one method only, are found out', async () => {
  const agents = createServer((request, response) => {
    const known = request.url === '/intake/v2/events' ? 415 : 304;
    response.writeHead(request.method === 'GET' || known === 415 ? known : 405).end();
  }).listen(0, '127.0.0.1');
  await once(agents, 'listening');
  after(() => agents.close());
  const { port } = agents.address() as AddressInfo;
  writeFileSync(
    'slow.yaml',
    'name: slow\nslow_query: { query: "FROM {index}", rows_per_document: 1, endless: "FROM {index}" }\n',
  );
  const { profile, out } = await initializedBy(
    reference.base_url,
    async (request, forward) => {
      const text = Buffer.from(request.body ?? '').toString('utf8');
      if (request.path === '/_query/async' && text.includes('EXPAND')) return plainResponse(400);
      if (!request.path.startsWith('/_query') || !text.includes('9007199254740993'))
        return forward(request);
      return forward({ ...request, body: text.replaceAll('9007199254740993', '9007199254740992') });
    },
    [
      '--out',
      'few.yaml',
      '--profile',
      'slow.yaml',
      '--no-policies',
      '--intake-url',
      `http://127.0.0.1:${port}`,
    ],
  );
  assert.match(
    profile.lacks['default:exact-integers'] ?? '',
    /^POST \/_query answered 200, but WHERE 9007199254740993 > 9007199254740992 .* is 0$/,
  );
  assert.match(
    readFileSync('few.yaml', 'utf8'),
    /^ {2}default:exact-integers: .* # whole numbers beyond 2\^53 keep all their digits$/m,
  );
  assert.ok(profile.claims.has('configuration:GET'));
  assert.ok(!profile.claims.has('configuration:POST'));
  assert.match(out, /^lacks +configuration:POST: POST \/config\/v1\/agents answered 405/m);
  assert.deepEqual(Object.keys(profile.lacks).toSorted(), [
    'configuration:POST',
    'default:exact-integers',
    'events:lines',
  ]);
});
