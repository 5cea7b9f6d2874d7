import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireResponse } from '../base/exchange.ts';
import type { SpawnedServer } from '../driver/spawn.ts';
import { openProxy } from '../run/proxy.ts';
import { ownSuite } from '../run/suite.ts';
import { capture, lastLine } from '../testing/capture.ts';
import { initializedBy } from '../testing/initialized.ts';
import { startReference } from '../testing/mutated-session.ts';
import { temporaryFolder } from '../../spec/testing/temporary-folder.ts';
import type { Interceptor } from '../run/mutation.ts';

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

/** What a server knows, how it refuses all else, and what is claimed and left out. */
interface Part {
  readonly knows: RegExp;
  readonly status: number;
  readonly chapter: string;
  readonly claims: readonly string[];
  readonly lacks: readonly string[];
}

const documents = String.raw`PUT /[^_/?]+(?:\?|$)|DELETE /[^_/]+$|PUT /[^_/]+/_doc/`;

const keys: Part = {
  knows: /^\S+ \/_security\//,
  status: 404,
  chapter: 'authentication',
  claims: ['api-keys', 'roles', 'authentication', 'errors'],
  lacks: ['index', 'search', 'query', 'sql', 'lifecycle', 'copy-to'],
};

const parts: Readonly<Record<string, Part>> = {
  'keys only': keys,
  'keys only, and 501': { ...keys, status: 501, chapter: 'roles' },
  'queries only': {
    knows: new RegExp(`^(?:${documents}|\\S+ /_query)`),
    status: 404,
    chapter: 'query-parameters',
    claims: ['index', 'query', 'query-formats', 'query-parameters', 'query-filter', 'async-query'],
    lacks: ['search', 'scroll', 'sql', 'lifecycle', 'api-keys', 'roles'],
  },
};

function knowing({ knows, status }: Part): Interceptor {
  const body = Buffer.from('{"error":"no such route"}');
  const headers = { 'content-type': 'application/json' };
  const refusal: WireResponse = { status, headers, body, duration_ms: 1 };
  return (request, forward) =>
    knows.test(`${request.method} ${request.path}`) ? forward(request) : Promise.resolve(refusal);
}

for (const [what, part] of Object.entries(parts)) {
  test(`a server with ${what} gets a profile, and is judged by what it has`, async () => {
    const intercept = knowing(part);
    const flags = ['--out', 'part.yaml', '--force', '--no-policies'] as const;
    const { profile, out } = await initializedBy(reference.base_url, intercept, flags);
    for (const claim of part.claims) assert.ok(profile.claims.has(claim), claim);
    for (const lack of part.lacks) assert.match(profile.lacks[lack] ?? '', / answered \d+/, lack);
    assert.doesNotMatch(out, /doubtful/);

    const target = { base_url: reference.base_url, headers: {}, timeout_ms: 30_000, secrets: [] };
    const proxy = await openProxy({ intercept }, { ...target, tls: { insecure: false } });
    const at = ['--base-url', proxy.base_url, '--profile', 'part.yaml'];
    const ready = await capture(['doctor', ...at]);
    const chapter = ['--chapter', part.chapter, '--values', '0'];
    const run = await capture(['run', ...at, ...chapter], {}, ownSuite());
    await proxy.close();
    assert.match(ready.out, /^verdict  ready/m);
    assert.equal(ready.code, 0);
    assert.match(lastLine(run.out), /^[1-9]\d* passed, 0 failed/);
    assert.doesNotMatch(run.out, /incomplete:/);
    assert.equal(run.code, 0);
  });
}
