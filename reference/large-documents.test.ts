import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { defined } from './base/assert.ts';
import { systemEnvironment } from './base/environment.ts';
import type { ReferenceServer } from './start.ts';
import { startReference } from './start.ts';
import type { RawResponse } from './testing/client.ts';
import { exchange } from './testing/client.ts';

/** Called when work yields to the event loop, which it does at every chance. */
let onYield: () => Promise<void> = async () => undefined;
let server: ReferenceServer;

before(async () => {
  const environment = systemEnvironment();
  let elapsed_ms = 0;
  server = await startReference({
    environment: {
      ...environment,
      elapsed: () => (elapsed_ms += 5),
      async yieldToEventLoop(steps) {
        await onYield();
        return environment.yieldToEventLoop(steps);
      },
    },
  });
});
after(() => server.stop());
beforeEach(async () => {
  onYield = async () => undefined;
  for (const name of ['i', 'i1', 'i2']) await send(`DELETE /${name}`);
});

/** The members of answers that are compared here. */
interface Answered {
  readonly _index?: string;
  readonly _version?: number;
  readonly _seq_no?: number;
  readonly _source?: { readonly mark: string };
  readonly count?: number;
  readonly error?: { readonly type: string };
  readonly errors?: boolean;
  readonly hits?: { readonly hits: readonly { readonly _id: string }[] };
  readonly items?: readonly { readonly index: BulkResult }[];
}

interface BulkResult {
  readonly status: number;
  readonly _version?: number;
  readonly error?: { readonly reason: string };
}

async function send(
  line: string,
  body?: unknown,
): Promise<RawResponse & { readonly json: Answered }> {
  const [method = '', path = ''] = line.split(' ');
  const headers = { 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = text === undefined ? { method, path } : { method, path, headers, body: text };
  const got = await exchange(server.url, sent);
  return { ...got, json: JSON.parse(got.text) as Answered };
}

/** A document of more than 64 KB. */
const large = (mark: string, value: unknown = 1) => ({
  mark,
  value,
  text: 'a word '.repeat(12_000),
});

/** Sends a request, stops its work at its first yield, does something else, and returns the answer. */
async function during(
  request: () => ReturnType<typeof send>,
  other: () => Promise<unknown>,
): ReturnType<typeof send> {
  let reach = (): void => undefined;
  let release = (): void => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  onYield = () => {
    onYield = async () => undefined;
    reach();
    return released;
  };
  const answer = request();
  await Promise.race([reached, answer.then(() => assert.fail('the request did not yield'))]);
  await other();
  release();
  return answer;
}

/** The mapping of an index. */
async function mappingOf(name: string): Promise<{ readonly properties?: Properties }> {
  const { text } = await send(`GET /${name}/_mapping`);
  const answer = JSON.parse(text) as Readonly<
    Record<string, { readonly mappings: { readonly properties?: Properties } }>
  >;
  return defined(answer[name], 'mapping').mappings;
}

type Properties = Readonly<Record<string, { readonly type: string }>>;

const markOf = async (path: string): Promise<unknown> =>
  (await send(`GET ${path}`)).json._source?.mark;

test('a large document is not visible before it is complete', async () => {
  await send('PUT /i', {});
  const put = await during(
    () => send('PUT /i/_doc/1?refresh', large('large')),
    async () => {
      assert.equal((await send('GET /i/_doc/1')).status, 404);
      await send('POST /i/_refresh');
      assert.equal((await send('GET /i/_count')).json.count, 0);
      assert.deepEqual(await mappingOf('i'), {});
    },
  );
  assert.deepEqual([put.status, put.json._version, put.json._seq_no], [201, 1, 0]);
  assert.deepEqual((await send('GET /i/_doc/1')).json._source, large('large'));
  const found = await send('POST /i/_search', { query: { match: { text: 'word' } } });
  assert.deepEqual(
    found.json.hits?.hits.map((hit) => hit._id),
    ['1'],
  );
});

test('a write meanwhile comes first, and the large document replaces it', async () => {
  await send('PUT /i', { settings: { number_of_shards: 1 } });
  const put = await during(
    () => send('PUT /i/_doc/1', large('large')),
    async () => {
      assert.equal(
        (await send('PUT /i/_doc/1', { mark: 'small', value: 1, text: '' })).status,
        201,
      );
      assert.equal(await markOf('/i/_doc/1'), 'small');
    },
  );
  assert.deepEqual([put.status, put.json._version, put.json._seq_no], [200, 2, 1]);
  assert.equal(await markOf('/i/_doc/1'), 'large');
  await send('POST /i/_refresh');
  assert.equal((await send('GET /i/_count')).json.count, 1);
  assert.equal((await send('PUT /i/_doc/1?refresh', { mark: 'later' })).json._version, 3);
  assert.equal(await markOf('/i/_doc/1'), 'later');
  assert.equal((await send('GET /i/_count')).json.count, 1);
});

test('conditions are compared with what the document replaces', async () => {
  await send('PUT /i/_doc/1', { mark: 'first' });
  const { _seq_no: sequence } = (await send('GET /i/_doc/1')).json;
  const put = await during(
    () => send(`PUT /i/_doc/1?if_seq_no=${sequence}&if_primary_term=1`, large('large')),
    () => send('PUT /i/_doc/1', { mark: 'small' }),
  );
  assert.equal(put.status, 409);
  const created = await during(
    () => send('PUT /i/_create/2', large('large')),
    () => send('PUT /i/_doc/2', { mark: 'small' }),
  );
  assert.equal(created.status, 409);
  assert.equal(await markOf('/i/_doc/1'), 'small');
  assert.equal(await markOf('/i/_doc/2'), 'small');
});

test('large documents with one id are written one after another', async () => {
  await send('PUT /i', {});
  const marks = ['a', 'b', 'c', 'd'];
  const answers = await Promise.all(marks.map((mark) => send('PUT /i/_doc/1', large(mark))));
  const versions = answers.map(({ json }) => json._version);
  assert.deepEqual(
    versions.map(Number).sort((a, b) => a - b),
    [1, 2, 3, 4],
  );
  assert.equal(await markOf('/i/_doc/1'), marks[versions.indexOf(4)]);
  await send('POST /i/_refresh');
  assert.equal((await send('GET /i/_count')).json.count, 1);
});

test('a document is read with the mapping that its index has when it is written', async () => {
  await send('PUT /i', {});
  const put = await during(
    () => send('PUT /i/_doc/1?refresh', large('large', '007')),
    () => send('PUT /i/_mapping', { properties: { value: { type: 'long' } } }),
  );
  assert.equal(put.status, 201);
  const search = (value: unknown) =>
    send('POST /i/_count', { query: { range: { value: { gte: value, lte: value } } } });
  assert.equal((await search(7)).json.count, 1);
  const refused = await during(
    () => send('PUT /i/_doc/2', { ...large('large'), other: 1 }),
    () => send('PUT /i/_mapping', { dynamic: 'strict' }),
  );
  assert.equal(refused.json.error?.type, 'strict_dynamic_mapping_exception');
  assert.equal((await send('GET /i/_doc/2')).status, 404);
});

test('a document goes to the index that its alias has when it is written', async () => {
  await send('PUT /i1', { aliases: { ia: { is_write_index: true } } });
  await send('PUT /i2', {});
  const put = await during(
    () => send('PUT /ia/_doc/1', large('large')),
    () =>
      send('POST /_aliases', {
        actions: [
          { remove: { index: 'i1', alias: 'ia' } },
          { add: { index: 'i2', alias: 'ia', is_write_index: true } },
        ],
      }),
  );
  assert.equal(put.json._index, 'i2');
  assert.equal((await send('GET /i1/_doc/1')).status, 404);
  assert.deepEqual(await mappingOf('i1'), {});
});

test('an index that is deleted meanwhile is created again', async () => {
  await send('PUT /i', { mappings: { properties: { value: { type: 'keyword' } } } });
  const put = await during(
    () => send('PUT /i/_doc/1', large('large')),
    () => send('DELETE /i'),
  );
  assert.equal(put.status, 201);
  const { properties } = await mappingOf('i');
  assert.deepEqual(properties?.['value'], { type: 'long' });
});

test('the lines of a bulk request are carried out in their order, also around a large one', async () => {
  const line = (id: number, document: unknown): string =>
    `{"index":{"_index":"i","_id":"${id}"}}\n${JSON.stringify(document)}\n`;
  const lines = [
    line(1, { mark: 'before', value: 1 }),
    line(1, large('large')),
    line(2, large('wrong', 'no number')),
    line(3, large('last')),
    line(3, { mark: 'after' }),
  ];
  const { json } = await send('POST /_bulk?refresh', lines.join(''));
  assert.equal(json.errors, true);
  assert.deepEqual(
    json.items?.map(({ index }) => [index.status, index._version]),
    [
      [201, 1],
      [200, 2],
      [400, undefined],
      [201, 1],
      [200, 2],
    ],
  );
  assert.match(
    String(json.items?.[2]?.index.error?.reason),
    /failed to parse field \[value\] of type \[long\]/,
  );
  assert.equal(await markOf('/i/_doc/1'), 'large');
  assert.equal(await markOf('/i/_doc/3'), 'after');
  assert.equal((await send('GET /i/_count')).json.count, 2);
});
