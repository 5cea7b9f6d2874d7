import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

interface Book {
  readonly title: string;
  readonly year: number;
}

const books: readonly Book[] = Array.from({ length: 25 }, (_, at) => ({
  title: `book ${at}`,
  year: 1900 + (at % 5),
}));

describe('the client of Elasticsearch', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference({ compatible: true });
    client = new Client({ node: server.url });
    await client.indices.create({
      index: 'books',
      settings: { number_of_shards: 2 },
      mappings: { properties: { title: { type: 'text' }, year: { type: 'integer' } } },
    });
    const result = await client.helpers.bulk<Book>({
      datasource: [...books],
      refreshOnCompletion: 'books',
      onDocument: () => ({ index: { _index: 'books' } }),
    });
    assert.deepEqual([result.successful, result.failed], [books.length, 0]);
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  it('accepts the server as Elasticsearch', async () => {
    const { version, tagline } = await client.info();
    assert.match(version.number, /^8\./);
    assert.equal(tagline, 'You Know, for Search');
  });

  it('writes, reads and deletes one document', async () => {
    const written = await client.index({ index: 'shelf', id: 'a/b', document: { n: 1 } });
    assert.equal(written.result, 'created');
    const read = await client.get<{ n: number }>({ index: 'shelf', id: 'a/b' });
    assert.deepEqual(read._source, { n: 1 });
    assert.equal(await client.exists({ index: 'shelf', id: 'a/b' }), true);
    assert.equal((await client.delete({ index: 'shelf', id: 'a/b' })).result, 'deleted');
    assert.equal(await client.exists({ index: 'shelf', id: 'a/b' }), false);
  });

  it('searches', async () => {
    const found = await client.search<Book>({
      index: 'books',
      query: { range: { year: { gte: 1903 } } },
      sort: [{ year: 'desc' }],
      size: 3,
      track_total_hits: true,
      aggs: { years: { terms: { field: 'year' } } },
    });
    assert.deepEqual(found.hits.total, { value: 10, relation: 'eq' });
    assert.deepEqual(
      found.hits.hits.map((hit) => hit._source?.year),
      [1904, 1904, 1904],
    );
    assert.equal((await client.count({ index: 'books' })).count, books.length);
  });

  it('scrolls with its helpers', async () => {
    const titles = new Set<string>();
    let totals: unknown;
    for await (const page of client.helpers.scrollSearch<Book>({
      index: 'books',
      size: 4,
      rest_total_hits_as_int: true,
    })) {
      totals = page.body.hits.total;
      for (const { title } of page.documents) titles.add(title);
    }
    assert.equal(totals, books.length);
    assert.equal(titles.size, books.length);
    let documents = 0;
    for await (const document of client.helpers.scrollDocuments<Book>({
      index: 'books',
      size: 7,
    })) {
      assert.match(document.title, /^book \d+$/);
      documents++;
    }
    assert.equal(documents, books.length);
    assert.equal(await openContexts(client), 0);
  });

  it('reads all pages of a point in time', async () => {
    let { id } = await client.openPointInTime({ index: 'books', keep_alive: '1m' });
    await client.index({ index: 'books', document: { title: 'late', year: 1 }, refresh: true });
    const seen = new Set<string>();
    let searchAfter: (string | number)[] | undefined;
    for (let page = 0; page < books.length; page++) {
      const found = await client.search<Book>({
        pit: { id, keep_alive: '1m' },
        size: 4,
        sort: [{ year: 'asc' }],
        track_total_hits: false,
        ...(searchAfter === undefined ? {} : { search_after: searchAfter }),
      });
      const last = found.hits.hits.at(-1);
      if (last === undefined) break;
      for (const hit of found.hits.hits) seen.add(hit._source?.title ?? '');
      searchAfter = last.sort as (string | number)[];
      id = found.pit_id ?? id;
    }
    assert.deepEqual([...seen].sort(), books.map(({ title }) => title).sort());
    assert.equal((await client.closePointInTime({ id })).num_freed, 2);
  });

  it('maps errors to its classes', async () => {
    await assert.rejects(client.search({ index: 'nothing' }), (error) => {
      assert.ok(error instanceof errors.ResponseError);
      assert.equal(error.statusCode, 404);
      assert.match(error.message, /^index_not_found_exception/);
      return true;
    });
    const scrollId = (await client.search({ index: 'books', scroll: '1m', size: 1 }))._scroll_id;
    assert.ok(scrollId !== undefined);
    assert.equal((await client.clearScroll({ scroll_id: scrollId })).num_freed, 2);
    await assert.rejects(client.scroll({ scroll_id: scrollId, scroll: '1m' }), (error) => {
      assert.ok(error instanceof errors.ResponseError);
      assert.equal(error.statusCode, 404);
      assert.match(error.message, /search_context_missing_exception/);
      return true;
    });
  });

  it('reads tables, settings and aliases', async () => {
    const rows = await client.cat.indices({ index: 'books', format: 'json', h: 'index,pri' });
    assert.deepEqual(rows, [{ index: 'books', pri: '2' }]);
    await client.indices.putAlias({ index: 'books', name: 'library' });
    assert.equal(await client.indices.existsAlias({ name: 'library' }), true);
    await client.indices.putSettings({ index: 'books', settings: { max_result_window: 5 } });
    const settings = await client.indices.getSettings({ index: 'library' });
    assert.equal(settings['books']?.settings?.index?.max_result_window, '5');
    await assert.rejects(
      client.search({ index: 'library', size: 6 }),
      /Result window is too large/,
    );
  });
});

async function openContexts(client: Client): Promise<unknown> {
  const { nodes } = await client.nodes.stats({ metric: 'indices', index_metric: 'search' });
  return Object.values(nodes).map(({ indices }) => indices?.search?.open_contexts)[0];
}
