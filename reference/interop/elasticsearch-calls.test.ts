import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

/** A call of the client, by its name. */
type ClientCall = readonly [name: string, call: (client: Client) => Promise<unknown>];

const index = 'shelf';
const book = { title: 'The Time Machine', year: 1895, at: '2024-01-01' };
const sort = [{ year: 'asc' as const }];
const policy = { phases: { hot: { actions: { rollover: { max_docs: 5 } } } } };
const query = `FROM ${index} | STATS n = COUNT(*)`;

/**
 * Every call of the Elasticsearch client for the operations of the description, in an order in which each finds what it
 * needs. They run with the clients of Elasticsearch 8 and 9.
 */
const elasticsearchCalls: readonly ClientCall[] = [
  ['info', (client) => client.info()],
  ['ping', (client) => client.ping()],
  ['cluster.health', (client) => client.cluster.health()],
  [
    'cluster.putSettings',
    (client) =>
      client.cluster.putSettings({ persistent: { 'search.max_open_scroll_context': 400 } }),
  ],
  ['cluster.getSettings', (client) => client.cluster.getSettings()],
  ['nodes.stats', (client) => client.nodes.stats({ metric: 'indices', index_metric: 'search' })],
  [
    'indices.create',
    (client) =>
      client.indices.create({
        index,
        settings: { number_of_shards: 2, number_of_replicas: 0 },
        mappings: { properties: { year: { type: 'integer' }, title: { type: 'text' } } },
      }),
  ],
  ['indices.exists', (client) => client.indices.exists({ index })],
  ['indices.get', (client) => client.indices.get({ index })],
  [
    'indices.putMapping',
    (client) => client.indices.putMapping({ index, properties: { at: { type: 'date' } } }),
  ],
  ['indices.getMapping', (client) => client.indices.getMapping({ index })],
  [
    'indices.putSettings',
    (client) => client.indices.putSettings({ index, settings: { max_result_window: 500 } }),
  ],
  ['indices.getSettings', (client) => client.indices.getSettings({ index })],
  ['indices.putAlias', (client) => client.indices.putAlias({ index, name: 'library' })],
  ['indices.getAlias', (client) => client.indices.getAlias({ name: 'library' })],
  ['indices.existsAlias', (client) => client.indices.existsAlias({ name: 'library' })],
  [
    'indices.updateAliases',
    (client) => client.indices.updateAliases({ actions: [{ add: { index, alias: 'books' } }] }),
  ],
  ['indices.deleteAlias', (client) => client.indices.deleteAlias({ index, name: 'books' })],
  ['index', (client) => client.index({ index, id: '1', document: book, refresh: true })],
  ['index without an id', (client) => client.index({ index, document: book })],
  ['create', (client) => client.create({ index, id: '2', document: book })],
  ['get', (client) => client.get({ index, id: '1' })],
  ['exists', (client) => client.exists({ index, id: '1' })],
  ['delete', (client) => client.delete({ index, id: '2' })],
  [
    'bulk',
    (client) =>
      client.bulk({ index, operations: [{ index: { _id: '3' } }, { ...book, year: 1898 }] }),
  ],
  [
    'helpers.bulk',
    (client) =>
      client.helpers.bulk({
        datasource: [{ year: 1901 }, { year: 1933 }],
        onDocument: () => ({ index: { _index: index } }),
      }),
  ],
  ['indices.refresh', (client) => client.indices.refresh({ index })],
  ['count', (client) => client.count({ index, query: { range: { year: { gte: 1890 } } } })],
  ['search', (client) => client.search({ index, query: { match: { title: 'time' } }, sort })],
  ['search after', (client) => client.search({ index, sort, search_after: [1895] })],
  [
    'search with aggregations',
    (client) => client.search({ index, size: 0, aggs: { years: { terms: { field: 'year' } } } }),
  ],
  ['helpers.search', (client) => client.helpers.search({ index, sort })],
  ['scroll', scroll],
  ['clearScroll', (client) => client.clearScroll({ scroll_id: '_all' })],
  ['helpers.scrollDocuments', scrollDocuments],
  ['openPointInTime, search, closePointInTime', pointInTime],
  ['cat.indices', (client) => client.cat.indices({ index, format: 'json' })],
  ['cat.shards', (client) => client.cat.shards({ index, format: 'json' })],
  ['esql.query', (client) => client.esql.query({ query })],
  ['esql.query as CSV', (client) => client.esql.query({ query, format: 'csv' })],
  [
    'esql.query with parameters',
    (client) => client.esql.query({ query: 'ROW a = ?', params: [1] }),
  ],
  ['helpers.esql.toRecords', (client) => client.helpers.esql({ query }).toRecords()],
  ['helpers.esql.toArrowReader', arrowRows],
  ['esql.asyncQuery, Get, Stop, Delete', asyncQuery],
  ['sql.query, sql.clearCursor', sqlQuery],
  [
    'indices.putIndexTemplate',
    (client) =>
      client.indices.putIndexTemplate({
        name: 'logs',
        index_patterns: ['logs-*'],
        data_stream: {},
      }),
  ],
  ['indices.getIndexTemplate', (client) => client.indices.getIndexTemplate({ name: 'logs' })],
  ['indices.existsIndexTemplate', (client) => client.indices.existsIndexTemplate({ name: 'logs' })],
  ['indices.createDataStream', (client) => client.indices.createDataStream({ name: 'logs-a' })],
  ['indices.getDataStream', (client) => client.indices.getDataStream({ name: 'logs-a' })],
  ['indices.rollover', (client) => client.indices.rollover({ alias: 'logs-a' })],
  ['indices.deleteDataStream', (client) => client.indices.deleteDataStream({ name: 'logs-a' })],
  ['indices.deleteIndexTemplate', (client) => client.indices.deleteIndexTemplate({ name: 'logs' })],
  ['ilm.putLifecycle', (client) => client.ilm.putLifecycle({ name: 'weekly', policy })],
  ['ilm.getLifecycle', (client) => client.ilm.getLifecycle({ name: 'weekly' })],
  ['ilm.explainLifecycle', (client) => client.ilm.explainLifecycle({ index })],
  ['ilm.deleteLifecycle', (client) => client.ilm.deleteLifecycle({ name: 'weekly' })],
  [
    'security.putRole',
    (client) =>
      client.security.putRole({
        name: 'reader',
        indices: [{ names: [index], privileges: ['read'] }],
      }),
  ],
  ['security.getRole', (client) => client.security.getRole({ name: 'reader' })],
  [
    'security.putUser',
    (client) =>
      client.security.putUser({ username: 'ann', password: 'a long password', roles: ['reader'] }),
  ],
  ['security.getUser', (client) => client.security.getUser({ username: 'ann' })],
  ['security.authenticate', (client) => client.security.authenticate()],
  [
    'security.hasPrivileges',
    (client) =>
      client.security.hasPrivileges({ index: [{ names: [index], privileges: ['read'] }] }),
  ],
  [
    'security.createApiKey',
    (client) => client.security.createApiKey({ name: 'k', expiration: '1d' }),
  ],
  ['security.getApiKey', (client) => client.security.getApiKey({ name: 'k' })],
  ['security.invalidateApiKey', (client) => client.security.invalidateApiKey({ name: 'k' })],
  ['security.deleteUser', (client) => client.security.deleteUser({ username: 'ann' })],
  ['security.deleteRole', (client) => client.security.deleteRole({ name: 'reader' })],
  ['indices.delete', (client) => client.indices.delete({ index })],
];

async function scroll(client: Client): Promise<void> {
  const first = await client.search({ index, scroll: '1m', size: 1 });
  const next = await client.scroll({ scroll_id: first._scroll_id ?? '', scroll: '1m' });
  await client.clearScroll({ scroll_id: next._scroll_id ?? '' });
}

async function scrollDocuments(client: Client): Promise<void> {
  let seen = 0;
  for await (const _ of client.helpers.scrollDocuments({ index, size: 2 })) seen++;
  if (seen < 5) throw new Error(`[${seen}] of 5 documents`);
}

async function pointInTime(client: Client): Promise<void> {
  const { id } = await client.openPointInTime({ index, keep_alive: '1m' });
  const found = await client.search({ pit: { id }, sort, slice: { id: '0', max: 2 } });
  await client.closePointInTime({ id: found.pit_id ?? id });
}

async function arrowRows(client: Client): Promise<void> {
  const reader = await client.helpers.esql({ query }).toArrowReader();
  let rows = 0;
  for await (const batch of reader) rows += batch.numRows;
  if (rows !== 1) throw new Error(`[${rows}] rows instead of 1`);
}

async function asyncQuery(client: Client): Promise<void> {
  const started = { query, keep_on_completion: true, wait_for_completion_timeout: '5s' };
  const { id = '' } = (await client.esql.asyncQuery(started)) as { id?: string };
  await client.esql.asyncQueryGet({ id });
  await client.esql.asyncQueryStop({ id });
  await client.esql.asyncQueryDelete({ id });
}

async function sqlQuery(client: Client): Promise<void> {
  const { cursor = '' } = await client.sql.query({
    query: `SELECT year FROM ${index}`,
    fetch_size: 1,
    format: 'json',
  });
  await client.sql.clearCursor({ cursor });
}

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
