import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { fromRoot } from '../spec/root.ts';
import { loadedModules, loadedOf } from '../spec/testing/loaded-modules.ts';

const reference = fromRoot('dist', 'bundle', 'reference', 'main.js');
const intake = fromRoot('dist', 'bundle', 'reference', 'intake', 'main.js');

/** What only a server needs. */
const server = ['/koa/', '/jsonc-parser/', '/js-yaml/', '/reference/store/', '/intake/intake-app'];

for (const [name, program] of Object.entries({ reference, intake })) {
  test(`the help of the ${name} loads no server`, async () => {
    const [loaded = assert.fail('no process')] = await loadedModules([program, '--help']);
    assert.deepEqual(loadedOf(server, loaded), []);
    assert.deepEqual(loadedOf(['/commander/'], loaded), ['/commander/']);
  });
}

test('the check of a key loads no server', async () => {
  const service = createServer((_, response) => {
    response.end('{"application":{"apm":{"*":{"event:write":true}}}}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const flags = ['--service-url', url, '--credentials', btoa('id:secret')];
  try {
    const [loaded = []] = await loadedModules([intake, 'apikey', 'verify', ...flags]);
    assert.deepEqual(loadedOf(['/koa/', '/intake/intake-app'], loaded), []);
    assert.deepEqual(loadedOf(['/intake/verify-key'], loaded), ['/intake/verify-key']);
  } finally {
    service.close();
  }
});

/** What requests load, by the request that needs it. */
const later = [
  '/@uwdata/flechette/',
  '/cborg/',
  '/js-yaml/',
  '/reference/operations/searches.',
  '/reference/pages/agent-keys/answers.',
  '/reference/plan/functions/',
  '/reference/query/commands/',
  '/reference/search/query/',
  '/reference/sql/parse-statement.',
];

const library = fromRoot('dist', 'reference', 'start.js');
const script = `
  const { startReference } = await import(${JSON.stringify(library)});
  process.on('SIGTERM', () => process.exit(0));
  console.log((await startReference()).url);`;

/** Returns which of the later modules a server in another program has loaded after a request. */
async function loadedFor(path: string): Promise<readonly string[]> {
  const [loaded = assert.fail('no process')] = await loadedModules(
    ['--input-type=module', '--eval', script],
    async (text) => {
      const response = await fetch(`${text.trim()}${path}`);
      await response.arrayBuffer();
    },
  );
  return loadedOf(later, loaded);
}

test('the library loads the executors with the first requests that need them', async () => {
  assert.deepEqual(await loadedFor('/'), []);
  assert.deepEqual(await loadedFor('/_search'), [
    '/reference/operations/searches.',
    '/reference/search/query/',
  ]);
});

/** Sends a request, by POST if it has a body, and returns the status of its answer. */
function statusOf(url: string, agent: Agent, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const headers = { 'content-type': 'application/json' };
    const sent = httpRequest(url, { method, agent, headers });
    sent.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject).end(body);
  });
}

/** More connections than the files that the process may open. */
const connections = 200;
const limited = `ulimit -n 96; exec "$0" "$1" --port 0`;

test(
  'a server that can open no more files still reads bodies, and answers every request afterwards',
  { skip: process.platform === 'win32' },
  async () => {
    const child = spawn('sh', ['-c', limited, process.execPath, reference], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [address] = (await once(child.stdout, 'data')) as [Buffer];
      const url = address.toString().trim();
      const { port } = new URL(url);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const query = () => statusOf(`${url}/_query`, agent, '{"query":"ROW a=1"}');
      // The connection is kept, and the modules are loaded meanwhile.
      await statusOf(`${url}/`, agent);
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const others = Array.from({ length: connections }, () =>
        connect(Number(port), '127.0.0.1').on('error', () => undefined),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(await query(), 200);
      for (const other of others) other.destroy();
      await new Promise((resolve) => setTimeout(resolve, 500));
      assert.equal(await query(), 200);
      agent.destroy();
    } finally {
      child.kill('SIGKILL');
    }
  },
);
