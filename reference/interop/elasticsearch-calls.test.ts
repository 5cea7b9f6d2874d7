import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';
import { elasticsearchCalls } from '../testing/elasticsearch-calls.ts';

const superuser = { username: 'elastic', password: 'a long password' };

describe('every call of the client of Elasticsearch', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference({ compatible: true, superuser });
    client = new Client({ node: server.url, auth: superuser });
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  for (const [name, call] of elasticsearchCalls) {
    it(name, async () => {
      await assert.doesNotReject(call(client));
    });
  }
});
