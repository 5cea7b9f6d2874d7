import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { systemEnvironment } from './base/environment.ts';
import type { ReferenceServer } from './reference-server.ts';
import { startReference } from './start.ts';
import type { RawResponse } from './testing/client.ts';
import { exchange } from './testing/client.ts';

let server: ReferenceServer;

before(async () => {
  const environment = systemEnvironment();
  let elapsed_ms = 0;
  server = await startReference({
    environment: {
      ...environment,
      elapsed: () => (elapsed_ms += 5),
    },
  });
});
after(() => server.stop());
beforeEach(async () => {
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

const markOf = async (path: string): Promise<unknown> =>
  (await send(`GET ${path}`)).json._source?.mark;

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

test('an answer that is written in parts does not make the process warn', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  await send(
    'PUT /i/_doc/1?refresh',
    large(
      'many',
      ['a', 'b', 'c'].map((letter) => letter.repeat(700_000)),
    ),
  );
  const { text } = await send('POST /_query', { query: 'FROM i | KEEP value' });
  process.off('warning', note);
  assert.ok(text.length > 2_000_000);
  assert.deepEqual(warnings, []);
});
