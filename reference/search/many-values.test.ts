import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemEnvironment } from '../base/environment.ts';
import type { ReferenceServer } from '../reference-server.ts';
import { startReference } from '../start.ts';
import { exchange } from '../testing/client.ts';

const documents = 60;
const values = 4000;

let server: ReferenceServer;
let turns = 0;

/** A server with documents of many values, and a clock that each look at it moves on. */
before(async () => {
  const environment = systemEnvironment();
  let elapsed_ms = 0;
  const yieldToEventLoop = (): Promise<void> => {
    turns += 1;
    return environment.yieldToEventLoop();
  };
  const moving = { ...environment, elapsed: () => (elapsed_ms += 5), yieldToEventLoop };
  server = await startReference({ environment: moving });
  const properties = {
    n: { type: 'integer' },
    k: { type: 'keyword' },
    r: { type: 'integer_range' },
  };
  await send('PUT', '/i', { mappings: { properties } });
  const list = Array.from({ length: values }, (_, at) => (at * 7919) % values);
  const document = { n: list, k: list, r: list.map((gte) => ({ gte, lte: gte + 1 })) };
  for (let id = 0; id < documents; id++) await send('PUT', `/i/_doc/${id}`, document);
  await send('POST', '/i/_refresh');
});

after(() => server.stop());

async function send(method: string, path: string, body?: unknown): Promise<void> {
  const lines = typeof body === 'string';
  const headers = { 'content-type': lines ? 'application/x-ndjson' : 'application/json' };
  const text = body === undefined ? {} : { body: lines ? body : JSON.stringify(body) };
  const { status } = await exchange(server.url, { method, path, headers, ...text });
  assert.ok(status < 300, `${path}: ${status}`);
}

for (const [what, body] of [
  ['sorted by numbers', { sort: [{ n: 'desc' }] }],
  ['sorted by words', { sort: ['k'] }],
  ['in groups', { aggs: { a: { terms: { field: 'n' } } } }],
  ['with a word', { query: { term: { k: '7' } } }],
  ['with a number', { query: { term: { n: 7 } } }],
  ['between numbers', { query: { range: { n: { gt: 5000 } } } }],
  ['with ranges', { query: { range: { r: { gt: 5000 } } } }],
  ['in a slice', { slice: { id: 0, max: 2, field: 'n' } }],
] as const) {
  test(`documents of many values are found ${what} in turns with other work`, async () => {
    const before = turns;
    const path = what === 'in a slice' ? '/i/_search?scroll=1m' : '/i/_search';
    await send('POST', path, { size: 1, _source: false, ...body });
    const taken = turns - before;
    assert.ok(taken >= documents / 2, `${taken} turns`);
  });
}

const one = Array.from({ length: 40 }, (_, at) => at);
const clauses = Array.from({ length: 300 }, () => ({ match_all: {} }));
const group = (aggs?: unknown) => ({ g: { terms: { field: 'n', size: 1 }, aggs } });

test('a document of many values is done in turns with other work, in each group and sort key', async () => {
  const many = 256;
  const list = Array.from({ length: 2 * values }, (_, at) => at);
  await send('PUT', '/dense/_doc/1?refresh=true', { n: list });
  const aggs = Array.from({ length: many }, (_, at) => [`g${at}`, { cardinality: { field: 'n' } }]);
  for (const body of [
    { size: 0, aggs: Object.fromEntries(aggs) },
    { sort: Array.from({ length: many }, () => 'n') },
  ]) {
    const before = turns;
    await send('POST', '/dense/_search', body);
    assert.ok(turns - before >= many, `${turns - before} turns`);
  }
});

for (const [what, body, least] of [
  ['groups it in groups in groups', { aggs: group(group(group())) }, 40 ** 2 / 64],
  ['meets one of many clauses', { query: { bool: { should: clauses } }, sort: 'n' }, 900],
  ['meets all of many clauses', { query: { bool: { filter: clauses } }, sort: 'n' }, 900],
  ['meets none of many clauses', { query: { bool: { must_not: clauses } }, sort: 'n' }, 900],
] as const) {
  test(`a search of one document that ${what} is done in turns with other work`, async () => {
    await send('PUT', '/one/_doc/1?refresh=true', { n: one });
    const before = turns;
    await send('POST', '/one/_search', body);
    assert.ok(turns - before >= least, `${turns - before} turns`);
  });
}

test('the scores of documents are computed in turns with other work', async () => {
  const scored = 640;
  const lines = Array.from({ length: scored }, (_, n) => `{"index":{}}\n{"n":${n}}\n`);
  await send('POST', '/scored/_bulk?refresh=true', lines.join(''));
  const before = turns;
  await send('POST', '/scored/_search', { query: { bool: { should: clauses.slice(0, 2) } } });
  assert.ok(turns - before >= scored / 16, `${turns - before} turns`);
});
