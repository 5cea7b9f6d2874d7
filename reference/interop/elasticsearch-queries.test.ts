import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, errors } from '@elastic/elasticsearch';
import type { RunningServer } from '../http/server.ts';
import { startReference } from '../start.ts';

interface Employee {
  readonly name: string;
  readonly age: number;
  readonly hired: string;
}

const staff: readonly Employee[] = [
  { name: 'Ann', age: 31, hired: '2020-01-01T00:00:00.000Z' },
  { name: 'Bob', age: 42, hired: '2021-06-01T00:00:00.000Z' },
  { name: 'Cy', age: 27, hired: '2022-12-31T00:00:00.000Z' },
];

describe('queries by the client of Elasticsearch', () => {
  let server: RunningServer | undefined;
  let client = new Client({ node: 'http://127.0.0.1:9' });
  before(async () => {
    server = await startReference({ compatible: true });
    client = new Client({ node: server.url });
    await client.indices.create({
      index: 'staff',
      mappings: {
        properties: {
          name: { type: 'keyword' },
          age: { type: 'integer' },
          hired: { type: 'date' },
        },
      },
    });
    await client.helpers.bulk<Employee>({
      datasource: [...staff],
      refreshOnCompletion: 'staff',
      onDocument: () => ({ index: { _index: 'staff' } }),
    });
  });
  after(async () => {
    await client.close();
    await server?.stop();
  });

  const query = 'FROM staff | WHERE age > ? | SORT age DESC | KEEP name, age, hired | LIMIT 10';

  it('returns a table', async () => {
    const answer = await client.esql.query({ query, params: [30] });
    const { columns, values } = answer as unknown as { columns: unknown; values: unknown };
    assert.deepEqual(columns, [
      { name: 'name', type: 'keyword' },
      { name: 'age', type: 'integer' },
      { name: 'hired', type: 'date' },
    ]);
    assert.deepEqual(values, [
      ['Bob', 42, '2021-06-01T00:00:00.000Z'],
      ['Ann', 31, '2020-01-01T00:00:00.000Z'],
    ]);
  });

  it('returns text', async () => {
    const answer: unknown = await client.esql.query({ query, params: [40], format: 'csv' });
    assert.equal(answer, 'name,age,hired\r\nBob,42,2021-06-01T00:00:00.000Z\r\n');
  });

  it('returns records', async () => {
    const { records } = await client.helpers.esql({ query, params: [0] }).toRecords<Employee>();
    assert.deepEqual(
      records,
      [...staff].sort((a, b) => b.age - a.age),
    );
  });

  it('returns Arrow, as a table and as a stream', async () => {
    const table = await client.helpers.esql({ query, params: [0] }).toArrowTable();
    assert.deepEqual([...(table.getChild('age') ?? [])], [42, 31, 27]);
    const reader = await client.helpers.esql({ query, params: [0] }).toArrowReader();
    const names: unknown[] = [];
    for await (const batch of reader) names.push(...(batch.getChild('name') ?? []));
    assert.deepEqual(names, ['Bob', 'Ann', 'Cy']);
  });

  it('reports the problems of a query, and its warnings', async () => {
    await assert.rejects(client.esql.query({ query: 'FROM staff | KEEP nme' }), (error) => {
      assert.ok(error instanceof errors.ResponseError);
      assert.equal(error.statusCode, 400);
      assert.match(error.message, /verification_exception[^]*Unknown column \[nme\]/);
      return true;
    });
    const { warnings } = await client.esql.query({ query: 'ROW a = 1' }, { meta: true });
    assert.match(String(warnings), /No limit defined, adding default limit of \[1000\]/);
  });
});
