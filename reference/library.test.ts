import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startReference } from './index.ts';

async function search(url: string): Promise<unknown> {
  const response = await fetch(`${url}/_search?filter_path=hits.total.value,hits.hits._source`);
  return response.json();
}

test('await using stops the server', async () => {
  let url = '';
  {
    await using server = await startReference();
    ({ url } = server);
    assert.equal((await fetch(url)).status, 200);
  }
  await assert.rejects(fetch(url));
});

test('documents are seeded from lines, and a reset drops them', async () => {
  await using server = await startReference();
  await server.seed('{"year":1895}\n\n{"year":1898}\n', { index: 'books' });
  assert.deepEqual(await search(server.url), {
    hits: { total: { value: 2 }, hits: [{ _source: { year: 1895 } }, { _source: { year: 1898 } }] },
  });
  server.reset();
  assert.deepEqual(await search(server.url), { hits: { total: { value: 0 } } });
  await server.seed(
    '{"index":{"_index":"a","_id":"1"}}\n{"n":1}\n{"index":{"_index":"b"}}\n{"n":2}',
  );
  assert.equal((await fetch(`${server.url}/a/_doc/1`)).status, 200);
  assert.equal((await fetch(`${server.url}/b/_count`)).status, 200);
  await server.seed('');
});

test('a refused document is named', async () => {
  const superuser = { username: 'admin', password: 'changeme' };
  await using server = await startReference({ superuser });
  await assert.rejects(
    server.seed('{"n":1}\n{"n":"x"}', { index: 'a' }),
    /document 2 was refused: .*\[n\]/,
  );
  await assert.rejects(server.seed('{"n":1}'), /the documents were refused: /);
});

test('a list is seeded: documents of an index, or the parts of a bulk request', async () => {
  await using server = await startReference();
  await server.seed([{ year: 1895 }, { year: 1898 }], { index: 'books' });
  await server.seed([{ index: { _index: 'a', _id: '1' } }, { n: 1 }]);
  await server.seed([]);
  assert.equal((await fetch(`${server.url}/a/_doc/1`)).status, 200);
  const found = await fetch(`${server.url}/books/_count`);
  assert.equal(((await found.json()) as { count: number }).count, 2);
  await assert.rejects(
    server.seed([{ n: 1 }, { n: 'x' }], { index: 'c' }),
    /document 2 was refused/,
  );
});

test('the clock is moved by a duration', async () => {
  await using server = await startReference();
  const before = Date.now();
  const after = server.advance('1.5h');
  assert.ok(after - before >= 5_400_000 && after - before < 5_460_000);
  const { headers } = await fetch(server.url);
  assert.ok(Date.parse(headers.get('date') ?? '') - before >= 5_399_000);
  assert.throws(() => server.advance('2x'), /\[2x\] as a time value/);
  assert.throws(() => server.advance('-1'), /cannot go back/);
});
