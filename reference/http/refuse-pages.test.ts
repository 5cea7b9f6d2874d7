import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startReference } from '../start.ts';
import { exchange } from '../testing/client.ts';
import type { RunningServer } from './server.ts';

describe('a server without security refuses what pages of other sites send', () => {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startReference({ testControl: true });
  });
  after(() => server?.stop());

  const elsewhere = 'http://evil.example';
  const rows: readonly (readonly [line: string, headers: Record<string, string>, ok: boolean])[] = [
    ['POST /_test/reset', {}, true],
    ['POST /_test/reset', { origin: elsewhere }, false],
    ['POST /_test/reset', { origin: 'null' }, false],
    ['POST /_test/reset', { 'sec-fetch-site': 'cross-site' }, false],
    ['POST /_test/reset', { 'sec-fetch-site': 'same-site' }, false],
    ['POST /_test/reset', { 'sec-fetch-site': 'none' }, true],
    ['POST /_test/reset', { host: 'evil.example' }, false],
    ['POST /_test/reset', { host: 'localhost:9200' }, true],
    ['POST /_test/reset', { host: '[::1]:9200' }, true],
    ['GET /_test/state', { host: 'evil.example' }, false],
    ['PUT /books', { origin: elsewhere }, false],
    ['POST /books/_search', { origin: 'http://localhost:9200', host: 'localhost:9200' }, true],
    ['GET /_search', { origin: elsewhere }, true],
    ['GET /_search', { host: 'evil.example' }, false],
    ['GET /_search', { host: 'localhost.evil.example:9200' }, false],
    ['GET /app/settings/agent-keys', { host: 'evil.example' }, false],
    ['GET /_search', { host: 'LOCALHOST.:9200' }, true],
    ['GET /_search', { host: 'search:9200' }, true],
    ['GET /_search', { host: 'host.docker.internal:9200' }, true],
    ['PUT /books', { host: 'search.test:9200' }, true],
    ['GET /_search', { host: 'search.test.evil.example' }, false],
    ['GET /_search', { host: '0.0.0.0:9200' }, true],
    ['GET /_search', { host: '' }, true],
  ];
  for (const [line, headers, isServed] of rows) {
    it(`${line} ${JSON.stringify(headers)}`, async () => {
      const [method = '', path = ''] = line.split(' ');
      const { status, text } = await exchange(server?.url ?? '', { method, path, headers });
      assert.equal(status === 403, !isServed, text);
    });
  }
});
