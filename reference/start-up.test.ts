import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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

/** Returns which of the later modules the reference has loaded after a request. */
async function loadedFor(path: string): Promise<readonly string[]> {
  const [loaded = assert.fail('no process')] = await loadedModules(
    [reference, '--port', '0'],
    async (text) => {
      const response = await fetch(`${text.trim()}${path}`);
      await response.arrayBuffer();
    },
  );
  return loadedOf(later, loaded);
}

test('the reference loads the executors with the first requests that need them', async () => {
  assert.deepEqual(await loadedFor('/'), []);
  assert.deepEqual(await loadedFor('/_search'), [
    '/reference/operations/searches.',
    '/reference/search/query/',
  ]);
});
