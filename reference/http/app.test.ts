import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { OperationId } from '../../spec/operations.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ServiceError } from '../base/service-error.ts';
import type { Operation } from '../operations/operation.ts';
import { presence } from '../operations/operation.ts';
import type { RawRequest } from '../testing/client.ts';
import { exchange } from '../testing/client.ts';
import { startEcho } from '../testing/echo-server.ts';
import type { RunningServer } from './server.ts';

const handlers: Partial<Record<OperationId, Operation<OperationId>>> = {
  getIndex: () => {
    throw new TypeError('a secret detail');
  },
  getMapping: () => {
    throw new ServiceError('index_not_found_exception', 'no such index [x]', {
      metadata: { index: 'x' },
    });
  },
  documentExists: () => presence(false),
  catIndices: () => ({
    outcome: 'done',
    table: {
      columns: [
        { name: 'index', align: 'left' },
        { name: 'docs', align: 'right' },
      ],
      rows: [
        ['a', '1'],
        ['long', '10'],
      ],
      heading: true,
    },
  }),
};

describe('an application over HTTP', () => {
  const reports: string[] = [];
  const servers: RunningServer[] = [];
  let plain = '';
  let compatible = '';
  before(async () => {
    const options = { maxBody: 1000, log: (report: string) => reports.push(report), handlers };
    servers.push(await startEcho({ ...options, compatible: false }));
    servers.push(await startEcho({ ...options, compatible: true }));
    [plain = '', compatible = ''] = servers.map(({ url }) => url);
  });
  after(() => Promise.all(servers.map((server) => server.stop())));

  const json = { 'content-type': 'application/json' };
  it('lists the methods of a path in Allow', async () => {
    const { headers } = await exchange(plain, { method: 'DELETE', path: '/_search' });
    assert.equal(headers['allow'], 'GET, HEAD, POST');
  });

  it('passes decoded path parameters and typed query parameters to the handler', async () => {
    const path =
      '/%3Ca-%7Bnow%2Fd%7D%3E/_search?size=3&typed_keys&routing=a%2Cb+c&track_total_hits=7';
    const response = await exchange(plain, { path });
    assert.deepEqual(parseJson(response.text), {
      path: { target: '<a-{now/d}>' },
      query: { size: 3, typed_keys: true, routing: 'a,b c', track_total_hits: 7 },
      parameters: { size: '3', typed_keys: '', routing: 'a,b c', track_total_hits: '7' },
    });
  });

  it('accepts bodies of GET and DELETE, also compressed ones', async () => {
    const scroll = { scroll_id: 'x' };
    const cases: readonly RawRequest[] = [
      { path: '/_search/scroll', headers: json, body: JSON.stringify(scroll) },
      { method: 'DELETE', path: '/_search/scroll', headers: json, body: JSON.stringify(scroll) },
      {
        method: 'POST',
        path: '/_search/scroll',
        headers: { ...json, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify(scroll)),
      },
    ];
    for (const sent of cases) {
      const body = parseJson((await exchange(plain, sent)).text);
      assert.deepEqual(isJsonObject(body) ? body['body'] : undefined, scroll);
    }
  });

  it('prefers a literal segment to a parameter', async () => {
    const response = await exchange(plain, { method: 'DELETE', path: '/_search/scroll/_all' });
    assert.match(response.text, /"scroll_id":"_all"/);
  });

  it('answers HEAD without a body', async () => {
    const response = await exchange(plain, { method: 'HEAD', path: '/a/_doc/1' });
    assert.deepEqual([response.status, response.text], [404, '']);
  });

  it('reports a defect once, and answers it without details', async () => {
    reports.length = 0;
    const response = await exchange(plain, { path: '/a' });
    assert.equal(response.status, 500);
    assert.doesNotMatch(response.text, /secret/);
    assert.equal(reports.filter((report) => report.includes('secret')).length, 1);
    assert.equal((await exchange(plain, { path: '/_search' })).status, 200);
  });

  it('keeps the metadata of an error', async () => {
    const response = await exchange(plain, { path: '/x/_mapping' });
    const own = { type: 'index_not_found_exception', reason: 'no such index [x]', index: 'x' };
    const error = { root_cause: [own], ...own };
    assert.deepEqual(JSON.parse(response.text), { error, status: 404 });
  });

  it('applies pretty and filter_path', async () => {
    const pretty = await exchange(plain, { path: '/_search?pretty&size=1&filter_path=query.size' });
    assert.equal(pretty.text, '{\n  "query" : {\n    "size" : 1\n  }\n}\n');
    const nothing = await exchange(plain, { path: '/_search?filter_path=none' });
    assert.equal(nothing.text, '{}');
  });

  it('renders a table as text, or as JSON if requested', async () => {
    const text = await exchange(plain, { path: '/_cat/indices' });
    assert.equal(text.text, 'index docs\na        1\nlong    10\n');
    const asJson = '[{"index":"a","docs":"1"},{"index":"long","docs":"10"}]';
    const byFormat = await exchange(plain, { path: '/_cat/indices?format=json' });
    const byHeader = await exchange(plain, {
      path: '/_cat/indices',
      headers: { accept: 'application/json' },
    });
    assert.deepEqual([byFormat.text, byHeader.text], [asJson, asJson]);
  });

  for (const version of [8, 9]) {
    it(`answers Elasticsearch clients of version ${version} in their media type`, async () => {
      const type = `application/vnd.elasticsearch+json; compatible-with=${version}`;
      const headers = { accept: type, 'content-type': type };
      const sent = { path: '/_search', headers, body: '{}' };
      const response = await exchange(compatible, sent);
      assert.equal(response.status, 200, response.text);
      assert.equal(
        response.headers['content-type'],
        `application/vnd.elasticsearch+json;compatible-with=${version}`,
      );
      assert.equal(response.headers['x-elastic-product'], 'Elasticsearch');
      const refused = await exchange(compatible, { ...sent, path: '/_search?sizes=1' });
      assert.deepEqual(
        [refused.status, refused.headers['content-type']],
        [400, response.headers['content-type']],
      );
      assert.equal((await exchange(plain, sent)).status, 406);
    });
  }

  it('refuses Elasticsearch clients of other versions', async () => {
    const accept = 'application/vnd.elasticsearch+json; compatible-with=10';
    const response = await exchange(compatible, { path: '/_search', headers: { accept } });
    assert.equal(response.status, 406, response.text);
  });
});
