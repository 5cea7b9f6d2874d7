import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import { exchange } from '../testing/client.ts';

describe('the service information for Elasticsearch clients', () => {
  let server: RunningServer | undefined;
  before(async () => {
    server = await startReference({ compatible: true });
  });
  after(() => server?.stop());

  for (const version of [8, 9]) {
    it(`shows the same product version to clients of version ${version}`, async () => {
      const accept = `application/vnd.elasticsearch+json; compatible-with=${version}`;
      const response = await exchange(server?.url ?? '', { path: '/', headers: { accept } });
      assert.equal(response.status, 200, response.text);
      const body = JSON.parse(response.text) as { tagline: string; version: { number: string } };
      assert.match(body.version.number, /^8\.\d+\.\d+$/);
      assert.equal(body.tagline, 'You Know, for Search');
      assert.equal(response.headers['x-elastic-product'], 'Elasticsearch');
    });
  }
});
