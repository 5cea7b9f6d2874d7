import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { WireResponse } from '../base/exchange.ts';
import { answer } from '../proof/interceptors.ts';
import type { Interceptor } from '../run/mutation.ts';
import { ownSuite } from '../run/suite.ts';
import { capture } from '../testing/capture.ts';
import { type MistakenServer, openMistakenServer } from '../testing/mistaken-runs.ts';

/** The odd names that exist now, and all that ever did. */
const names = new Set<string>();
const ever = new Set<string>();

/** A server that creates an index of any name, also by a request below the name, and lists it. */
const takesAnyName: Interceptor = async (request, forward) => {
  const { method, path } = request;
  const { name, rest } = placeOf(path);
  if (names.has(name)) {
    if (method === 'DELETE' && rest === '') names.delete(name);
    if (method === 'GET' && rest === '/_alias') return answer(200, { [name]: {} });
    return answer(200, { acknowledged: true });
  }
  const response = await forward(request);
  if (path === '/_alias' && method === 'GET') return withNames(response);
  const isIndex = /^(?!_(?!ck))/.test(name) && !isKnown(name);
  const isRefused = [400, 404, 405].includes(response.status);
  if (method !== 'PUT' || !isIndex || !isRefused) return response;
  names.add(name);
  ever.add(name);
  return answer(200, { acknowledged: true, shards_acknowledged: true, index: name });
};

function placeOf(path: string): { readonly name: string; readonly rest: string } {
  const [, segment = '', rest = ''] = /^\/([^/?]+)(\/[^?]*)?/.exec(path) ?? [];
  return { name: decodeURIComponent(segment), rest };
}

/** True for names that the server behind it takes as well. */
function isKnown(name: string): boolean {
  return /^ck-[a-z0-9-]{1,200}$/.test(name) && !name.endsWith('-missing');
}

function withNames(response: WireResponse): WireResponse {
  const body = JSON.parse(Buffer.from(response.body).toString()) as object;
  return answer(200, { ...body, ...Object.fromEntries([...names].map((name) => [name, {}])) });
}

let server: MistakenServer;
before(async () => {
  server = await openMistakenServer();
});
after(() => server.close());

const flags = ['--chapter', 'index', 'errors', 'limits', 'versioning', '--values', '0'];

test('a server that takes every name is clean after a run, and the next run records the same', async () => {
  const first = await server.runOf(takesAnyName, ...flags);
  assert.ok(ever.size >= 4, [...ever].join());
  assert.deepEqual([...names], []);
  const second = await server.runOf(takesAnyName, ...flags);
  assert.deepEqual([...names], []);
  const { out } = await capture(['compare', first.json, second.json], {}, ownSuite());
  assert.match(out, /0 regressed.* 0 recorded/, out);
});

test('what a killed run has left there, clean removes', async () => {
  for (const name of ever) names.add(name);
  const { run } = await server
    .runOf(takesAnyName, '--clause', 'index.create-empty')
    .then(({ report }) => report);
  assert.ok(names.size >= 4, 'a run leaves the names of another one alone');
  const target = ['--base-url', String(run['base_url']), '--profile', 'reference'];
  const { code, out } = await capture(['clean', ...target], {}, ownSuite());
  assert.equal(code, 0, out);
  assert.deepEqual([...names], []);
});
