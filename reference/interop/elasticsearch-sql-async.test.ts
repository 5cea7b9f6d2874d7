import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

const rows = 3000;

describe('SQL and asynchronous queries by the client of Elasticsearch', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference({ compatible: true });
    client = new Client({ node: server.url });
    await client.helpers.bulk<{ readonly n: number }>({
      datasource: Array.from({ length: rows }, (_, n) => ({ n, day: '2020-01-31' })),
      refreshOnCompletion: 'numbers',
      onDocument: () => ({ index: { _index: 'numbers' } }),
    });
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  it('reads all rows of a statement page by page', async () => {
    const first = await client.sql.query({
      query: 'SELECT n, day FROM numbers WHERE n >= ? ORDER BY n',
      params: [5],
    });
    assert.deepEqual(first.columns, [
      { name: 'n', type: 'long' },
      { name: 'day', type: 'datetime' },
    ]);
    const seen = first.rows.map(([n]) => n);
    let { cursor } = first;
    while (cursor !== undefined) {
      const page = await client.sql.query({ cursor });
      assert.equal(page.columns, undefined);
      seen.push(...page.rows.map(([n]) => n));
      ({ cursor } = page);
    }
    assert.deepEqual(
      seen,
      Array.from({ length: rows - 5 }, (_, at) => at + 5),
    );
  });

  it('closes a cursor', async () => {
    const { cursor = '' } = await client.sql.query({ query: 'SELECT n FROM numbers' });
    assert.deepEqual(await client.sql.clearCursor({ cursor }), { succeeded: true });
    await assert.rejects(
      client.sql.query({ cursor }),
      (error) => error instanceof errors.ResponseError && error.statusCode === 404,
    );
  });

  it('reads a statement as a text table', async () => {
    const text: unknown = await client.sql.query({ query: 'SELECT 1 AS one', format: 'txt' });
    assert.equal(text, '      one      \n---------------\n1              \n');
  });

  it('starts, fetches, stops and deletes a query', async () => {
    const query = 'FROM numbers | STATS c = COUNT(*), m = MAX(n)';
    const started = await client.esql.asyncQuery({ query, wait_for_completion_timeout: '60s' });
    const { id = '', values } = started as unknown as { id?: string; values: unknown };
    assert.deepEqual(values, [[rows, rows - 1]]);
    const fetched = await client.esql.asyncQueryGet({ id, wait_for_completion_timeout: '1s' });
    assert.deepEqual((fetched as unknown as { values: unknown }).values, values);
    const stopped = await client.esql.asyncQueryStop({ id });
    assert.equal((stopped as unknown as { is_partial: unknown }).is_partial, false);
    assert.deepEqual(await client.esql.asyncQueryDelete({ id }), { acknowledged: true });
    await assert.rejects(
      client.esql.asyncQueryGet({ id }),
      (error) => error instanceof errors.ResponseError && error.statusCode === 404,
    );
  });

  it('identifies a running query by the headers of its response', async () => {
    const query = 'FROM numbers | EVAL m = n * 2 | STATS c = COUNT(*) BY m | SORT m | LIMIT 5';
    const { headers } = await client.esql.asyncQuery(
      { query, wait_for_completion_timeout: '0s', format: 'csv' },
      { meta: true },
    );
    assert.equal(headers['x-elasticsearch-async-is-running'], '?1');
    const id = String(headers['x-elasticsearch-async-id']);
    const answer = await client.esql.asyncQueryGet({ id, wait_for_completion_timeout: '60s' });
    const { is_running, values } = answer as unknown as { is_running: unknown; values: unknown };
    assert.equal(is_running, false);
    assert.deepEqual(
      values,
      [0, 2, 4, 6, 8].map((m) => [1, m]),
    );
  });
});
