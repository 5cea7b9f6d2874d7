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
