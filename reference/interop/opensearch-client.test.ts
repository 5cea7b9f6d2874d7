import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@opensearch-project/opensearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

const count = 23;
const documents = Array.from({ length: count }, (_, at) => ({ n: at, parity: at % 2 }));

describe('the client of OpenSearch', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference();
    client = new Client({ node: server.url });
    await client.indices.create({
      index: 'numbers',
      body: { mappings: { properties: { n: { type: 'long' } } } },
    });
    const result = await client.helpers.bulk({
      datasource: documents,
      refreshOnCompletion: 'numbers',
      onDocument: ({ n }) => ({ index: { _index: 'numbers', _id: String(n) } }),
    });
    assert.deepEqual([result.successful, result.failed], [count, 0]);
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  it('writes and reads one document', async () => {
    const written = await client.index({ index: 'other', id: '1', body: { a: 1 }, refresh: true });
    assert.equal(written.statusCode, 201);
    assert.deepEqual((await client.get({ index: 'other', id: '1' })).body._source, { a: 1 });
    assert.equal((await client.exists({ index: 'other', id: '2' })).statusCode, 404);
  });

  it('searches', async () => {
    const { body } = await client.search({
      index: 'numbers',
      body: { query: { term: { parity: 1 } }, sort: [{ n: 'desc' }], size: 2 },
    });
    assert.deepEqual(
      body.hits.hits.map((hit) => hit._id),
      ['21', '19'],
    );
  });

  it('scrolls with its helpers', async () => {
    const seen = new Set<string>();
    const pages = client.helpers.scrollSearch({
      index: 'numbers',
      body: { size: 5, sort: ['_doc'] },
    });
    for await (const page of pages) {
      for (const hit of page.body.hits.hits) seen.add(hit._id);
    }
    assert.equal(seen.size, count);
    const numbers: unknown[] = [];
    for await (const document of client.helpers.scrollDocuments({
      index: 'numbers',
      body: { size: 10, sort: [{ n: 'asc' }] },
    })) {
      numbers.push((document as { n: number }).n);
    }
    assert.deepEqual(
      numbers,
      documents.map(({ n }) => n),
    );
  });

  it('reads all pages of a point in time by plain requests', async () => {
    const { body: opened } = await client.transport.request({
      method: 'POST',
      path: '/numbers/_pit',
      querystring: { keep_alive: '1m' },
    });
    const { id } = opened as { id: string };
    const seen: string[] = [];
    let searchAfter: unknown[] | undefined;
    for (let page = 0; page < count; page++) {
      const { body } = await client.search({
        body: {
          pit: { id },
          size: 5,
          sort: [{ _shard_doc: 'asc' }],
          ...(searchAfter === undefined ? {} : { search_after: searchAfter }),
        } as Record<string, unknown>,
      });
      const last = body.hits.hits.at(-1);
      if (last === undefined) break;
      seen.push(...body.hits.hits.map((hit) => hit._id ?? ''));
      searchAfter = [...(last.sort ?? [])];
    }
    assert.equal(new Set(seen).size, count);
    assert.equal(seen.length, count);
    await client.transport.request({ method: 'DELETE', path: '/_pit', body: { id } });
  });

  it('maps errors to its classes', async () => {
    await assert.rejects(client.search({ index: 'nothing' }), (error) => {
      assert.ok(error instanceof errors.ResponseError);
      assert.equal(error.statusCode, 404);
      assert.equal(error.body['error'].type, 'index_not_found_exception');
      return true;
    });
    await assert.rejects(
      client.search({ index: 'numbers', body: { from: 9_999, size: 2 } }),
      (error) => error instanceof errors.ResponseError && error.statusCode === 400,
    );
  });
});
